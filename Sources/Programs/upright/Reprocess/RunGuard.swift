internal import UprightEngine
internal import ArgumentParser
internal import Glibc
internal import Synchronization
internal import UprightFiles

/// Runs work so that an interrupt, or the loss of the output's reader, ends it cleanly.
enum RunGuard {
    /// How often to ``look()``.
    static let interval = Duration.milliseconds(50)

    /// Cancels the work in progress.
    private static let cancellation = Mutex<(@Sendable () -> Void)?>(nil)

    /// Cancels the work in progress if it has been interrupted, or if nobody can read the output. The main thread calls this,
    /// so that a short run needs neither a timer nor a thread for it.
    static func look() {
        guard Interrupts.signal != 0 || Console.shared.failure != 0 else { return }
        cancellation.withLock(\.self)?()
    }

    /// Runs to the end or, if interrupted, until the pictures in progress are finished.
    ///
    /// - Throws: An exit status, after reporting the reason.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        Interrupts.listen()
        let work = Task { try await body() }
        cancellation.withLock { $0 = { work.cancel() } }
        defer { cancellation.withLock { $0 = nil } }
        let result = await work.result
        Console.shared.draw(bar: "")
        guard Interrupts.signal == 0 else { throw ExitCode(128 + Interrupts.signal) }
        if Console.shared.isBroken { throw ExitStatus.inputOutput }
        switch result {
        case .success(let value): return value
        case .failure(let status as ExitCode): throw status
        case .failure(let error as OperationError):
            if error.kind == .configuration { throw ValidationError("\(error)") }
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        case .failure(let error):
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }
}
