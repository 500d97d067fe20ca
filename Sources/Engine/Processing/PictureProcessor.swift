public import UprightWorker
public import UprightRewriting

/// Works on one picture's bytes: reads a file through one descriptor and writes the normalized file through another.
///
/// A processor gets descriptors and no names: it opens nothing. It answers for any bytes; a crash, a hang or a lack of
/// memory is an answer too.
public protocol PictureProcessor: Sendable {
    /// Normalizes one file.
    ///
    /// - Parameters:
    ///   - source: a regular file that is open for reading. It is read from offset 0, regardless of its position.
    ///   - output: an empty regular file that is open for reading and writing. It is written from offset 0 and not
    ///     synced.
    ///   - options: what the normalizer may and may not do.
    /// - Returns: what was done. The outcome is `normalized`, `unchanged`, `ignored` or `rejected`; or `deferred` if
    ///   the failure lies outside the picture (no memory, no space, no worker) and the same file may succeed later.
    func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture

    /// Reads what the steps need to know before a picture is normalized, in the same sandbox as the processor.
    var reader: any ContentReader { get }
}
