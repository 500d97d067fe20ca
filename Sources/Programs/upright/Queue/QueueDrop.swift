internal import ArgumentParser
internal import UprightJournal

/// `upright queue drop`.
struct QueueDrop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Takes pictures out of the queue: the record calls them ignored. Their files stay where they are.",
        discussion: """
            No file is changed, moved or deleted. The daemon works on a dropped picture again when its file changes, or when \
            `upright queue retry` is given its path or number. To have it forgotten altogether, delete or move the file, then \
            run `upright journal prune`.
            """)

    @OptionGroup var targets: QueueTargets
    @OptionGroup var options: StateOptions

    func run() async throws {
        try await QueueChanging(change: .drop, done: "dropped", targets: targets, options: options).run()
    }
}
