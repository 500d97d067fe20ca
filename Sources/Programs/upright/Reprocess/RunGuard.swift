internal import UprightEngine
internal import ArgumentParser
internal import Dispatch
internal import Glibc

/// Runs work so that an interrupt, or the loss of the output's reader, ends it cleanly.
enum RunGuard {
    /// Runs to the end or, if interrupted, until the pictures in progress are finished.
    ///
    /// - Throws: An exit status, after reporting the reason.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        Interrupts.listen()
        let work = Task { try await body() }
        let watch = DispatchSource.makeTimerSource()
        // A run that ends before the first time needs no thread for this.
        watch.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(50))
        watch.setEventHandler {
            if Interrupts.signal != 0 || Console.shared.failure != 0 { work.cancel() }
        }
        watch.activate()
        defer { watch.cancel() }
        let result = await work.result
        Console.shared.draw(bar: "")
        guard Interrupts.signal == 0 else { throw ExitCode(128 + Interrupts.signal) }
        let failure = Console.shared.failure
        guard failure == 0 else {
            if failure == EPIPE { throw ExitStatus.brokenPipe }
            Console.shared.report("upright: standard output cannot be written: \(String(cString: strerror(failure)))")
            throw ExitStatus.inputOutput
        }
        switch result {
        case .success(let value): return value
        case .failure(let error as RunError):
            throw ValidationError("\(error)")
        case .failure(let error):
            Console.shared.report("upright: \(error)")
            throw ExitStatus.rejected
        }
    }
}
