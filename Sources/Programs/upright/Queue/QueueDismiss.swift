internal import ArgumentParser
internal import UprightFiles

/// `upright queue dismiss`.
struct QueueDismiss: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Removes pictures from the queue: the journal marks them ignored. Their files stay where they are.",
        discussion: """
            No file is changed, moved or deleted. The daemon processes a dismissed picture again when its file changes, or when \
            `upright queue retry` names its path or number. To remove it from the journal, delete or move the file, then run \
            `upright journal prune`.

            Examples:
              upright queue dismiss drop/b.jpg
              upright queue dismiss --all --state rejected
            """)

    @OptionGroup var targets: QueueTargets
    @OptionGroup var options: StateOptions

    func run() async throws {
        try await QueueChanging(change: .drop, done: "dismissed", targets: targets, options: options).run()
    }
}
