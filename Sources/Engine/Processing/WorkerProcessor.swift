public import UprightWorker
public import UprightRewriting

/// Normalizes in confined processes, so that whatever a picture does is the outcome of that picture alone.
public struct WorkerProcessor: PictureProcessor {
    /// The processes.
    public let pool: WorkerPool

    /// A processor that has the pool's workers do the work.
    public init(pool: WorkerPool) { self.pool = pool }

    /// Has the workers read, too.
    public var reader: any ContentReader { pool }

    /// Has a worker read the source, normalize it and write the output.
    ///
    /// What is the picture's fault (a crash, too much memory or time) is `rejected`; what may pass is `deferred`.
    public func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture {
        do throws(WorkerError) {
            return try await pool.process(source: source, output: output, options: options)
        } catch {
            return ProcessedPicture(error)
        }
    }
}
