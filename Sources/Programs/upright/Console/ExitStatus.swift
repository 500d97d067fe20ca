internal import ArgumentParser
internal import Glibc
internal import UprightFiles
internal import UprightWorker

/// The exit statuses of every command.
enum ExitStatus {
    /// Everything is done.
    static let done = ExitCode(0)
    /// The work was done, but something was rejected or failed a check.
    static let rejected = ExitCode(1)
    /// No daemon is running.
    static let notRunning = ExitCode(3)
    /// The command line is wrong (`EX_USAGE`).
    static let usage = ExitCode(64)
    /// This process is not permitted to do its task (`EX_UNAVAILABLE`).
    static let unavailable = ExitCode(69)
    /// Standard input or output failed (`EX_IOERR`).
    static let inputOutput = ExitCode(74)
    /// Something was deferred, and may succeed later (`EX_TEMPFAIL`).
    static let tryAgain = ExitCode(75)
    /// The configuration or the installation is wrong (`EX_CONFIG`).
    static let configuration = ExitCode(78)
    /// The reader of the output is gone.
    static let brokenPipe = ExitCode(141)

    /// The status of a command whose standard output could not be written, after reporting the reason, unless the reader is gone;
    /// nil if nothing failed.
    ///
    /// - Parameter failure: the `errno` of the write; 0 if none failed.
    static func ofOutput(_ failure: CInt) -> ExitCode? {
        if failure == 0 { return nil }
        if failure == EPIPE { return brokenPipe }
        Console.shared.error("standard output cannot be written: \(String(cString: strerror(failure)))")
        return inputOutput
    }

    /// The status of a command whose journal cannot be opened: a full disk or a busy process is no wrong configuration.
    static func unopened(_ error: JournalError) -> ExitCode { error.isPassing ? tryAgain : configuration }

    /// The status of a command whose journal fails while it is used.
    static func failed(_ error: JournalError) -> ExitCode { error.isPassing ? tryAgain : rejected }

    /// Ends the process without destructors, which could take data from threads that still run. Nothing waits in a buffer of
    /// Swift's or libraries' but standard output. If that could not be written, the status says so.
    static func end(with status: ExitCode) -> Never {
        fflush(nil)
        let status = ofOutput(Console.shared.failure) ?? status
        LiveWorkers.end()
        _exit(status.rawValue)
    }
}
