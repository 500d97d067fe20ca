internal import ArgumentParser
internal import UprightJournal

/// `upright queue release`.
struct QueueRelease: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Has held pictures worked on again, at once and with all their tries before them.")

    @OptionGroup var targets: QueueTargets
    @OptionGroup var options: StateOptions

    func run() async throws {
        try await QueueChanging(change: .release, done: "released", targets: targets, options: options).run()
    }
}
