import Glibc

/// An unnamed file with the given content, closed when it is released.
final class TestFile: Sendable {
    let descriptor: Int32

    init(_ content: [UInt8] = []) {
        var template = Array("/tmp/upright-test-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        unlink(template)
        precondition(descriptor >= 0 && write(descriptor, content, content.count) == content.count)
    }

    convenience init(_ text: String) { self.init(Array(text.utf8)) }

    deinit { close(descriptor) }

    var content: [UInt8] {
        let size = lseek(descriptor, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress!, $0.count, 0) }
        return Array(bytes.prefix(count))
    }
}

/// Returns how many descriptors of this process are open on the same file.
func openDescriptors(of file: TestFile) -> Int {
    var wanted = stat()
    fstat(file.descriptor, &wanted)
    return (Int32(0)..<8192).count { descriptor in
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_ino == wanted.st_ino && facts.st_dev == wanted.st_dev
    }
}

/// Returns how many sockets and anonymous files this process has open, which are what a pool opens. Other suites open
/// some, too, so use this only in exit tests, which run alone.
func openPoolDescriptors() -> Int {
    (Int32(0)..<256).count { descriptor in
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/fd/\(descriptor)", $0.baseAddress!, $0.count)
        }
        let name = String(decoding: buffer.prefix(max(length, 0)), as: UTF8.self)
        return name.hasPrefix("socket:") || name.contains("memfd:upright-")
    }
}

/// Returns the path of a program that was built with the tests.
func program(_ name: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = buffer.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
    let path = buffer.prefix(length)
    return String(decoding: path[...path.lastIndex(of: UInt8(ascii: "/"))!], as: UTF8.self) + name
}
