internal import ArgumentParser
internal import UprightService

/// `upright resume`.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract:
            "Ends the pause that upright pause began, of all drop folders or of one.",
        discussion: """
            A folder that is paused for a fault goes on by itself when the fault has passed. \
            It is asked over its Unix socket: whoever may not open that cannot ask. Exit status 3 where no daemon runs.
            """)

    @Argument(help: ArgumentHelp("The drop folder; without it, all.", valueName: "folder"), completion: .directory)
    var folder: String?

    @OptionGroup var options: StateOptions

    func run() async throws {
        try await DaemonControl(options: options, action: .resume, done: "resumed").run(folder: folder)
    }
}
