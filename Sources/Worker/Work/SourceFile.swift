internal import CUprightLinux
internal import Glibc
internal import UprightBase
internal import UprightCodecs
internal import UprightFormats
internal import UprightRewriting

/// The file open at a descriptor, of which parts are read, whatever its size.
struct SourceFile {
    let bytes: FileBytes
    private let failure = Failure()

    /// Why a read failed.
    private final class Failure {
        var errno: Int32 = 0
    }

    init(_ source: Int32) throws(DescriptorWorkError) {
        let size = clinux_file_size(source)
        if size < 0 { throw .reading(errno: Int32(-size)) }
        let failure = failure
        bytes = FileBytes(count: Int(clamping: size)) { range in
            [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
                while filled < range.count, let start = buffer.baseAddress {
                    let received = pread(
                        source, start + filled, range.count - filled, off_t(range.lowerBound + filled))
                    if received == 0 { break }
                    if received > 0 {
                        filled += received
                    } else if errno != EINTR {
                        failure.errno = errno
                        break
                    }
                }
            }
        }
    }

    /// Throws if a read failed. What was made of the file then says nothing about it.
    private func check() throws(DescriptorWorkError) {
        if failure.errno != 0 { throw .reading(errno: failure.errno) }
    }

    /// Reads the properties of a file whose format is read and not turned; nil for others.
    func properties() throws(DescriptorWorkError) -> Result<ImageProperties, ImagePropertiesError>? {
        let read: Result<ImageProperties, ImagePropertiesError>?
        do throws(ImagePropertiesError) {
            read = try ReadableFormats.properties(of: bytes).map { .success($0) }
        } catch {
            read = .failure(error)
        }
        try check()
        return read
    }

    /// Makes a thumbnail of what a file of such a format holds to be shown; nil if there is nothing.
    func thumbnail(
        edge: Int, _ limits: Limits, _ orientation: Orientation
    ) throws(DescriptorWorkError) -> Result<Thumbnail, CodecError>? {
        let made: Result<Thumbnail, CodecError>?
        do throws(CodecError) {
            made = try ReadableFormats.other(of: bytes)?.thumbnail(
                of: bytes, edge: edge, maximumPixels: limits.pixels, orientation
            ).map { .success($0) }
        } catch { made = .failure(error) }
        try check()
        return made
    }
}
