internal import ArgumentParser
internal import UprightService

/// `upright rescan`.
struct Rescan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rescan",
        abstract:
            "Has the daemon look at all files again, of all drop folders or of one.",
        discussion: """
            It does so by itself at its start, on every folders[].scan-interval, and when it has missed a notification. \
            It is asked over its Unix socket: whoever may not open that cannot ask. Exit status 3 where no daemon runs.
            """)

    @Argument(help: ArgumentHelp("The drop folder; without it, all.", valueName: "folder"), completion: .directory)
    var folder: String?

    @OptionGroup var options: StateOptions

    func run() async throws {
        try await DaemonControl(options: options, action: .rescan, done: "scanning").run(folder: folder)
    }
}
