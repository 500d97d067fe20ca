internal import CUprightLinux
internal import Glibc

/// A worker's own files in memory, between which it works instead of the caller's: it never holds a file that is used for
/// other workers' pictures too. They keep their pages from one picture to the next, and go with the worker.
final class WorkerCopies: Sendable {
    private let source: Int32
    private let output: Int32

    /// An output above this size is freed as soon as it has been copied.
    private static let maximumBytes: Int64 = 8 << 20

    init() throws(DescriptorWorkError) {
        source = upright_memory_file("upright-source")
        guard source >= 0 else { throw .reading(errno: errno) }
        output = upright_memory_file("upright-output")
        guard output >= 0 else {
            let code = errno
            close(source)
            throw .writing(errno: code, written: 0)
        }
    }

    deinit {
        close(source)
        close(output)
    }

    /// The source and, if the request has an output, that.
    func descriptors(_ count: Int) -> [Int32] { Array([source, output].prefix(count)) }

    /// Copies a source to the worker's.
    func fill(from source: Int32) throws(DescriptorWorkError) {
        try Self.copy(source, to: self.source, most: .max)
    }

    /// Copies the first `bytes` bytes of the worker's output to a file. The worker can still change its own, but not that.
    func copyOutput(_ bytes: Int, to output: Int32) throws(DescriptorWorkError) {
        try Self.copy(self.output, to: output, most: Int64(max(bytes, 0)))
        // If this fails, the next output overwrites the file.
        if clinux_file_size(self.output) > Self.maximumBytes { _ = clinux_shorten(self.output, 0) }
    }

    private static func copy(_ source: Int32, to target: Int32, most: Int64) throws(DescriptorWorkError) {
        var isReading: Int32 = 0
        let copied = clinux_copy_content(source, target, most, &isReading)
        guard copied < 0 else { return }
        throw isReading != 0 ? .reading(errno: Int32(-copied)) : .writing(errno: Int32(-copied), written: 0)
    }
}
