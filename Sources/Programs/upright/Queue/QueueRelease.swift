internal import ArgumentParser
internal import UprightFiles

/// `upright queue release`.
struct QueueRelease: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Releases held pictures: they are processed at once, and their number of attempts is reset.",
        discussion: """
            Examples:
              upright queue release drop/b.jpg
              upright queue release --all
            """)

    @OptionGroup var targets: QueueTargets
    @OptionGroup var options: StateOptions

    func run() async throws {
        try await QueueChanging(change: .release, done: "released", targets: targets, options: options).run()
    }
}
