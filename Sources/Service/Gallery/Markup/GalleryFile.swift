internal import CUprightGalleryFiles

/// The files in `Assets` and `Templates`, which are embedded in the program.
///
/// C embeds them: as array literals of Swift, they took ten seconds to compile.
enum GalleryFile {
    /// The bytes of a file; nil if there is none of this name.
    static func bytes(of name: String) -> [UInt8]? {
        var count = 0
        guard let bytes = cgallery_file(name, &count) else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
