internal import ArgumentParser
internal import UprightService

/// `upright queue resume`.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract:
            "Resumes all drop folders, or one, after upright queue pause.",
        discussion: """
            A folder that is paused because of a fault resumes on its own when the fault has passed. The request uses the \
            daemon's Unix socket, so it needs permission to open that. Exit status 3 if no daemon is running.

            Examples:
              upright queue resume
              upright queue resume drop
            """)

    @Argument(help: ArgumentHelp("The drop folder; without it, all.", valueName: "folder"), completion: .directory)
    var folder: String?

    @OptionGroup var options: StateOptions

    func run() async throws {
        try await DaemonControl(options: options, action: .resume, done: "resumed").run(folder: folder)
    }
}
