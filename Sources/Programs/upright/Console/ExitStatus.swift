internal import ArgumentParser

/// The exit statuses of every command.
enum ExitStatus {
    /// Everything is done.
    static let done = ExitCode(0)
    /// The work was done, and something was rejected or does not hold.
    static let rejected = ExitCode(1)
    /// No daemon runs.
    static let notRunning = ExitCode(3)
    /// The command line is wrong (`EX_USAGE`).
    static let usage = ExitCode(64)
    /// This process may not do what it is for (`EX_UNAVAILABLE`).
    static let unavailable = ExitCode(69)
    /// What was to be printed could not be (`EX_IOERR`).
    static let inputOutput = ExitCode(74)
    /// Something was put off, and may do later (`EX_TEMPFAIL`).
    static let tryAgain = ExitCode(75)
    /// The configuration or the installation is wrong (`EX_CONFIG`).
    static let configuration = ExitCode(78)
    /// Nobody reads the output any more.
    static let brokenPipe = ExitCode(141)
}
