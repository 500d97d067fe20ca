internal import UprightEngine
internal import UprightRewriting
internal import UprightWorker

/// Workers of which the first is starting, so that a run can begin meanwhile: it finds its files, and each picture waits until
/// the worker is ready, before anything is written for it.
struct StartingProcessor: PictureProcessor {
    private let workers: WorkerProcessor
    private let started: Task<Void, Never>

    /// Waits for the first worker of a pool.
    ///
    /// - Parameters:
    ///   - ready: is called when it is ready, before any picture is worked on.
    ///   - failed: is called if it cannot be started, and ends the process.
    init(
        _ pool: WorkerPool, ready: @escaping @Sendable (ManagedProcessor) -> Void,
        failed: @escaping @Sendable (any Error) -> Never
    ) {
        workers = WorkerProcessor(pool: pool)
        started = Task {
            do { ready(try await ManagedProcessor.starting(pool)) } catch { failed(error) }
        }
    }

    var reader: any ContentReader { workers.reader }

    var copying: any PictureProcessor { workers.copying }

    var waiting: Int { workers.waiting }

    var occupiesAllProcessors: Bool { workers.occupiesAllProcessors }

    func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture {
        await started.value
        return await workers.process(source: source, into: output, options: options)
    }

    func perform<Value: Sendable>(_ work: @escaping @Sendable (BlockingNormalization) -> Value) async -> Value? {
        await started.value
        return await workers.perform(work)
    }
}
