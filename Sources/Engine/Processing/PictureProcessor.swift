public import UprightWorker
public import UprightRewriting

/// Does the work on one picture's bytes: reads a file through a descriptor, writes the normalized one through another.
///
/// A processor is handed descriptors and no names: it opens nothing. Whatever the bytes are, it answers; a crash, a
/// hang or a lack of memory on the way is an answer too.
public protocol PictureProcessor: Sendable {
    /// Normalizes one file.
    ///
    /// - Parameters:
    ///   - source: the source, open for reading, a regular file. It is read from offset 0, whatever its position is.
    ///   - output: an empty regular file, open for reading and writing. It is written from offset 0, and not synced.
    ///   - options: what the normalizer may and may not do.
    /// - Returns: what was done. The outcome is `normalized`, `unchanged`, `ignored` or `rejected`; or `deferred` where
    ///   the failure lies outside of the picture (no memory, no room, no worker) and the same file may do later.
    func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture

    /// Reads what steps have to know before a picture is normalized, as confined as the processor itself.
    var reader: any ContentReader { get }
}
