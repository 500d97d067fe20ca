public import UprightRewriting

/// Workers that process pictures, each in a confined process, at most `size` at a time.
///
/// A crash, a hang or exhausted memory is the outcome of the one picture that was being worked on; its worker is replaced.
/// Waiting for an answer blocks no thread of the concurrency runtime: each worker has a thread of its own.
public final class WorkerPool: Sendable {
    private let threads: WorkerThreads

    /// How the pool is set up.
    public let configuration: WorkerPoolConfiguration

    /// A pool that starts its workers when there is work.
    public init(_ configuration: WorkerPoolConfiguration) {
        self.configuration = configuration
        threads = WorkerThreads(configuration)
    }

    deinit { threads.stop() }

    /// Normalizes the file open for reading at `source` into the empty file open for writing at `output`.
    ///
    /// Both descriptors must stay open until this returns; the worker has duplicates of them and nothing else. The output
    /// is not synced. After an error it may hold anything.
    public func process(
        source: Int32, output: Int32, options: NormalizationOptions
    ) async throws(WorkerError) -> ProcessedPicture {
        let answer = try await threads.answer(descriptors: [source, output]) {
            .normalize(options, threads: $0)
        }
        switch answer {
        case .picture(let picture): return picture
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("it answered what it was not asked")
        }
    }

    /// Writes a small JPEG of the file open for reading at `source` into the empty file open for writing at `output`.
    ///
    /// - Parameters:
    ///   - edge: the most pixels of a side.
    ///   - limits: what is refused as too large.
    public func makeThumbnail(
        source: Int32, output: Int32, edge: Int, limits: Limits
    ) async throws(WorkerError) -> MadeThumbnail {
        switch try await threads.answer(descriptors: [source, output], { _ in .thumbnail(edge: edge, limits) }) {
        case .thumbnail(let thumbnail): return thumbnail
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("it answered what it was not asked")
        }
    }

    /// What the metadata of the file open for reading at `source` say.
    public func describe(source: Int32, limits: Limits) async throws(WorkerError) -> PictureDescription {
        switch try await threads.answer(descriptors: [source], { _ in .describe(limits) }) {
        case .description(let description): return description
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("it answered what it was not asked")
        }
    }

    /// The answer to a request that one thread answers.
    func answer(_ descriptors: [Int32], _ request: WorkerRequest) async throws(WorkerError) -> WorkerAnswer {
        try await threads.answer(descriptors: descriptors) { _ in request }
    }

    /// Starts a worker, if none runs yet, and tells what confines it.
    public func start() async throws(WorkerError) -> SandboxStatus { try await threads.start() }

    /// How many workers were started so far because another had ended in the middle of a picture.
    public var restarts: Int { threads.restarts }

    /// Ends the workers when they have answered what they were asked; what is asked later fails with `shutDown`.
    public func shutDown() async { await threads.shutDown() }
}
