package import UprightRewriting

/// Workers that process pictures, each in a sandboxed process, at most `size` at a time.
///
/// A crash, a hang or exhausted memory affects only the picture that was being worked on; its worker is replaced.
/// Waiting for an answer blocks no thread of the concurrency runtime: each worker has its own thread.
package final class WorkerPool: Sendable {
    private let threads: WorkerThreads

    /// The pool's configuration.
    package let configuration: WorkerPoolConfiguration

    /// Creates a pool that starts its workers when there is work.
    package init(_ configuration: WorkerPoolConfiguration) {
        self.configuration = configuration
        threads = WorkerThreads(configuration)
    }

    deinit { threads.stop() }

    /// Normalizes the file open for reading at `source` into the file open for writing at `output`, and replaces what that
    /// held.
    ///
    /// Both descriptors must stay open until this returns; the worker gets duplicates of them and nothing else. The
    /// output is not synced. After an error its content is undefined.
    ///
    /// - Parameter isCopying: whether the worker gets a copy of the source instead, and its output is copied: for files that
    ///   are used for other pictures later, which a compromised worker must not be able to read or change.
    package func process(
        source: Int32, output: Int32, options: NormalizationOptions, isCopying: Bool = false
    ) async throws(WorkerError) -> ProcessedPicture {
        let answer = try await threads.answer(RequestFiles(descriptors: [source, output], areCopied: isCopying)) {
            .normalize(options, threads: $0)
        }
        return try picture(in: answer)
    }

    /// Normalizes a picture, as ``process(source:output:options:isCopying:)`` does, and blocks meanwhile.
    package typealias Normalizing = (
        _ source: Int32, _ output: Int32, _ options: NormalizationOptions
    ) throws(WorkerError) -> ProcessedPicture

    /// Runs work that can block, and that normalizes pictures, on the thread of a worker.
    ///
    /// - Parameter isCopying: see ``process(source:output:options:isCopying:)``.
    package func perform<Value: Sendable>(
        isCopying: Bool = false, _ work: @escaping @Sendable (Normalizing) -> Value
    ) async throws(WorkerError) -> Value {
        try await threads.perform { ask in
            work { (source, output, options) throws(WorkerError) in
                let files = RequestFiles(descriptors: [source, output], areCopied: isCopying)
                return try self.picture(in: try ask(files) { .normalize(options, threads: $0) })
            }
        }
    }

    private func picture(in answer: WorkerAnswer) throws(WorkerError) -> ProcessedPicture {
        try Self.found(in: answer) { if case .picture(let picture) = $0 { picture } else { nil } }
    }

    /// Writes a JPEG thumbnail of the file open for reading at `source` into the empty file open for writing at
    /// `output`.
    ///
    /// - Parameters:
    ///   - edge: the maximum length of a side in pixels.
    ///   - limits: the limits above which files are refused.
    package func makeThumbnail(
        source: Int32, output: Int32, edge: Int, limits: Limits
    ) async throws(WorkerError) -> MadeThumbnail {
        try await ask([source, output], .thumbnail(edge: edge, limits)) {
            if case .thumbnail(let thumbnail) = $0 { thumbnail } else { nil }
        }
    }

    /// Returns the metadata of the file open for reading at `source`.
    package func describe(source: Int32, limits: Limits) async throws(WorkerError) -> PictureDescription {
        try await ask([source], .describe(limits)) {
            if case .description(let description) = $0 { description } else { nil }
        }
    }

    /// Returns everything that the file open for reading at `source` contains.
    ///
    /// - Parameters:
    ///   - scope: what to read besides the properties.
    ///   - limits: the limits above which files are refused.
    package func inspect(
        source: Int32, _ scope: InspectionScope, limits: Limits
    ) async throws(WorkerError) -> InspectedFile {
        let bytes: [UInt8] = try await ask([source], .inspect(scope, limits)) {
            if case .inspection(let bytes) = $0 { bytes } else { nil }
        }
        do { return try InspectedFile(parsing: bytes) } catch { throw .misbehaved("\(error)") }
    }

    /// Makes a request that needs only one thread, and returns what is expected in its answer.
    func ask<Answer>(
        _ descriptors: [Int32], _ request: WorkerRequest, isCopying: Bool = false,
        _ expected: (WorkerAnswer) -> Answer?
    ) async throws(WorkerError) -> Answer {
        let files = RequestFiles(descriptors: descriptors, areCopied: isCopying)
        return try Self.found(in: try await threads.answer(files) { _ in request }, expected)
    }

    private static func found<Answer>(
        in answer: WorkerAnswer, _ expected: (WorkerAnswer) -> Answer?
    ) throws(WorkerError) -> Answer {
        if case .failure(let error) = answer { throw .work(error) }
        guard let found = expected(answer) else { throw .misbehaved("its answer does not match the request") }
        return found
    }

    /// Starts a worker if none is running, and returns the status of its sandbox.
    package func start() async throws(WorkerError) -> SandboxStatus { try await threads.start() }

    /// Ends all workers as soon as each is idle, so that their memory is free; the next requests start new ones.
    package func endIdleWorkers() async { await threads.endIdleWorkers() }

    /// How many workers have been replaced because they ended while working on a picture.
    package var restarts: Int { threads.restarts }

    /// Ends the workers after they have answered the pending requests; later requests fail with `shutDown`.
    package func shutDown() async { await threads.shutDown() }
}
