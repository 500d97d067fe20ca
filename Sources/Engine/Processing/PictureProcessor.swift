package import UprightWorker
package import UprightRewriting

/// Works on one picture's bytes: reads a file through one descriptor and writes the normalized file through another.
///
/// A processor gets descriptors and no names: it opens nothing. It answers for any bytes; a crash, a hang or a lack of
/// memory is an answer too.
package protocol PictureProcessor: Sendable {
    /// Runs work on one picture that can block, on a thread of its own, and gives it the normalization: opening a small picture and
    /// checking its output take less time than handing them over to another thread.
    func perform<Value: Sendable>(_ work: @escaping @Sendable (BlockingNormalization) -> Value) async -> Value

    /// How many pictures may wait for the threads of ``perform(_:)``, so that a thread that is done finds the next one.
    var waiting: Int { get }

    /// Whether the threads of ``perform(_:)`` are as many as processors: each can then check a large output too, although
    /// its worker waits meanwhile, and no processor is idle for it.
    var occupiesAllProcessors: Bool { get }

    /// Reads what the steps need to know before a picture is normalized, in the same sandbox as the processor.
    var reader: any ContentReader { get }

    /// Ends the workers that are idle, and those in use once they are idle, so that their memory is free. The next picture
    /// gets a new one. Default: there are none.
    func endIdleWorkers() async

    /// The same processor for files that are used for other pictures later: no other process gets them. Default: this one,
    /// which must then work in this process.
    var copying: any PictureProcessor { get }
}

/// Normalizes one file, and blocks meanwhile. The answer is what was done. The outcome is `normalized`, `unchanged`, `ignored` or
/// `rejected`; or `deferred` if the failure lies outside the picture (no memory, no space, no worker) and the same file may
/// succeed later.
///
/// `source` is a regular file that is open for reading; it is read from offset 0, regardless of its position. `output` is a regular
/// file that is open for reading and writing; what it held is replaced, and it is not synced.
package typealias BlockingNormalization = (
    _ source: CInt, _ output: CInt, _ options: NormalizationOptions
) -> ProcessedPicture

extension PictureProcessor {
    /// Does nothing: a processor has no workers, unless it says so.
    package func endIdleWorkers() async {}

    package var copying: any PictureProcessor { self }

    /// No picture waits, unless the processor says so.
    package var waiting: Int { 0 }

    /// It has no threads of its own, unless the processor says so.
    package var occupiesAllProcessors: Bool { false }

    /// Normalizes one file, as ``BlockingNormalization`` does.
    package func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture {
        await perform { $0(source, output, options) }
    }
}
