internal import ArgumentParser
internal import Glibc
internal import Pipeline

/// Runs a run so that an interrupt, or a reader that goes away, ends it cleanly.
enum RunGuard {
    /// Runs to the end, or until it is interrupted; then what is in hand is finished first.
    ///
    /// - Returns: the figures.
    /// - Throws: an exit status, after the reason was reported.
    static func run(_ run: DropFolderRun, telling listener: RunListener) async throws -> RunSummary {
        let work = Task {
            try await run.run { event in
                await listener.take(event)
            }
        }
        let watch = Task {
            while !Task.isCancelled {
                if Interrupts.signal != 0 || Console.shared.isBroken { work.cancel() }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        defer { watch.cancel() }
        let result = await work.result
        await listener.end()
        switch Interrupts.signal {
        case 0: break
        case SIGTERM: throw ExitStatus.terminated
        case let number: throw ExitCode(128 + number)
        }
        if Console.shared.isBroken { throw ExitStatus.brokenPipe }
        switch result {
        case .success(let summary): return summary
        case .failure(let error as RunError):
            throw ValidationError("\(error)")
        case .failure(let error):
            Console.shared.report("upright: \(error)")
            throw ExitStatus.rejected
        }
    }
}
