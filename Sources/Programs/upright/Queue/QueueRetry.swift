internal import ArgumentParser
internal import UprightJournal

/// `upright queue retry`.
struct QueueRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Tries pictures again that wait or were rejected, at once and with all their tries before them.",
        discussion: """
            What was ignored or dropped is tried again where its path or number is given.
            """)

    @OptionGroup var targets: QueueTargets
    @OptionGroup var options: StateOptions

    func run() async throws {
        try await QueueChanging(change: .retry, done: "tried again", targets: targets, options: options).run()
    }
}
