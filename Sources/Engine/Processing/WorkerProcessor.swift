internal import UprightFiles
package import UprightWorker
package import UprightRewriting

/// Normalizes in sandboxed processes, so that a hostile picture affects only its own outcome.
package struct WorkerProcessor: PictureProcessor {
    /// The worker processes.
    package let pool: WorkerPool
    /// Whether workers get copies of the files.
    private var isCopying = false

    /// Creates a processor that uses the pool's workers.
    package init(pool: WorkerPool) { self.pool = pool }

    /// The pool, whose workers also read.
    package var reader: any ContentReader { isCopying ? CopyingReader(pool: pool) : pool }

    /// The same workers, which get copies of the files.
    package var copying: any PictureProcessor {
        var copying = self
        copying.isCopying = true
        return copying
    }

    /// Ends the pool's workers as soon as they are idle.
    package func endIdleWorkers() async { await pool.endIdleWorkers() }

    /// One for each worker: the pool runs no more than it has workers.
    package var waiting: Int { pool.configuration.size }

    /// Whether there are as many workers as threads may work.
    package var occupiesAllProcessors: Bool { pool.configuration.size >= pool.configuration.threads }

    /// Does all the work on the thread of a worker. A pool without threads is the answer to each picture.
    ///
    /// A failure caused by the picture (a crash, too much memory or time) is `rejected`; one that may pass is `deferred`.
    package func perform<Value: Sendable>(
        _ work: @escaping @Sendable ((CInt, CInt, NormalizationOptions) -> ProcessedPicture) -> Value
    ) async -> Value {
        do throws(WorkerError) {
            return try await pool.perform(isCopying: isCopying) { normalize in
                work { source, output, options in
                    do throws(WorkerError) { return try normalize(source, output, options) } catch {
                        return ProcessedPicture(error)
                    }
                }
            }
        } catch {
            return await offTheCooperativePool { work { _, _, _ in ProcessedPicture(error) } }
        }
    }
}
