internal import ArgumentParser
internal import UprightService

/// `upright pause`.
struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract:
            "Has the daemon begin no more pictures, of all drop folders or of one; what is in hand is finished.",
        discussion: """
            The pause lasts until upright resume, also over restarts. What is dropped meanwhile is worked on then. \
            It is asked over its Unix socket: whoever may not open that cannot ask. Exit status 3 where no daemon runs.
            """)

    @Argument(help: ArgumentHelp("The drop folder; without it, all.", valueName: "folder"), completion: .directory)
    var folder: String?

    @Option(help: ArgumentHelp("Why, for upright status and the log.", valueName: "text"))
    var message: String?

    @OptionGroup var options: StateOptions

    func run() async throws {
        try await DaemonControl(options: options, action: .pause, done: "paused").run(folder: folder, message: message)
    }
}
