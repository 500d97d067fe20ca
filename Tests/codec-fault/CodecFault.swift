internal import CUprightLinux
internal import Glibc
internal import UprightCodecs
internal import UprightWorker

/// A worker that fails in the way that the first bytes of the source name. For tests only; it is not installed.
@main
struct CodecFault {
    static func main() {
        guard let command = WorkerArguments(parsing: Array(CommandLine.arguments.dropFirst())) else { exit(64) }
        exit(
            command.run { request, descriptors, pool throws(ChannelError) in
                try suffer(from: descriptors)
                let answer = try Worker.answer(request, descriptors, pool)
                forge(descriptors)
                return answer
            })
    }

    private static func suffer(from descriptors: [Int32]) throws(ChannelError) {
        guard let source = descriptors.first else { return }
        switch word(of: source) {
        case "segfault": kill(memory: 0)
        case "trap": [Int]().withUnsafeBufferPointer { precondition($0.count > 0, "a trap") }
        case "abort": abort()
        case "killed": raise(SIGKILL)
        case "asked":
            for request in [SIGTERM, SIGINT, SIGHUP] { raise(request) }
        case "hang": while true { _ = poll(nil, 0, 1000) }
        case "spin": while true { _ = getpid() }
        case "burn": burn(nanoseconds: 700_000_000)
        case "memory": while true { hold(bytes: 16 << 20) }
        case "block": hold(bytes: 8 << 30)
        case "recurse": _ = recurse(0)
        case "leave": exit(3)
        case "babble":
            let bytes = [UInt8](repeating: 0x2A, count: 64)
            _ = write(0, bytes, bytes.count)
        case "fill":
            let bytes = [UInt8](repeating: 0, count: 1 << 20)
            for index in 0..<100 { _ = pwrite(descriptors[1], bytes, bytes.count, off_t(index << 20)) }
        case "scribble":
            let bytes = [UInt8](repeating: 0x2A, count: 64)
            _ = pwrite(descriptors[0], bytes, bytes.count, 0)
        case "library abort": if TIFFCodec.load() { abort() }
        case "escape":
            if SandboxProbe.run().contains(where: { !$0.wasDenied }) { throw .malformed("escaped") }
        default: break
        }
    }

    /// Changes the output, if the source ends in `forge`, after it was digested.
    private static func forge(_ descriptors: [Int32]) {
        guard descriptors.count > 1 else { return }
        var end = [UInt8](repeating: 0, count: 5)
        // The system-call filter admits no other way to the size.
        let size = clinux_file_size(descriptors[0])
        guard size > 5, pread(descriptors[0], &end, 5, off_t(size) - 5) == 5, end == Array("forge".utf8) else { return }
        var byte: UInt8 = 0
        guard pread(descriptors[1], &byte, 1, 100) == 1 else { return }
        _ = pwrite(descriptors[1], [~byte], 1, 100)
    }

    private static func word(of source: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = bytes.withUnsafeMutableBytes { pread(source, $0.baseAddress!, $0.count, 0) }
        return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private static func kill(memory address: Int) {
        UnsafeMutablePointer<UInt8>(bitPattern: address + 16)!.pointee = 1
    }

    /// Uses processor time.
    private static func burn(nanoseconds: Int64) {
        let end = clinux_cpu_time(getpid()) + nanoseconds
        while clinux_cpu_time(getpid()) < end {}
    }

    private static func hold(bytes: Int) {
        let memory = [UInt8](repeating: 1, count: bytes)
        _ = Unmanaged.passRetained(memory as AnyObject)
    }

    private static func recurse(_ depth: Int) -> Int {
        var space = (depth, depth, depth, depth, depth, depth, depth, depth)
        return withUnsafeMutablePointer(to: &space) { $0.pointee.0 + recurse($0.pointee.1 + 1) } + space.2
    }
}
