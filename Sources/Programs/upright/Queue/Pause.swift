internal import ArgumentParser
internal import UprightService

/// `upright queue pause`.
struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract:
            "Pauses all drop folders, or one: the daemon finishes the pictures in progress and starts no more.",
        discussion: """
            The pause lasts until upright queue resume, even across restarts. Files dropped in the meantime are processed then. \
            The request uses the daemon's Unix socket, so it needs permission to open that. Exit status 3 if no daemon \
            is running.

            Examples:
              upright queue pause
              upright queue pause drop --message "the disk is being replaced"
            """)

    @Argument(help: ArgumentHelp("The drop folder; without it, all.", valueName: "folder"), completion: .directory)
    var folder: String?

    @Option(help: ArgumentHelp("The reason, shown by upright status and in the log.", valueName: "text"))
    var message: String?

    @OptionGroup var options: StateOptions

    func run() async throws {
        try await DaemonControl(options: options, action: .pause, done: "paused").run(folder: folder, message: message)
    }
}

extension Pause: TakesEmptyValues {
    /// No message.
    static let optionsWithEmptyValues: Set<String> = ["--message"]
}
