internal import ArgumentParser
internal import UprightFiles

/// `upright queue retry`.
struct QueueRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retries deferred and rejected pictures at once, and resets their number of attempts.",
        discussion: """
            An ignored or dismissed picture is retried if its path or number is given.

            Examples:
              upright queue retry drop/b.jpg
              upright queue retry --all --state rejected
            """)

    @OptionGroup var targets: QueueTargets
    @OptionGroup var options: StateOptions

    func run() async throws {
        try await QueueChanging(change: .retry, done: "retried", targets: targets, options: options).run()
    }
}
