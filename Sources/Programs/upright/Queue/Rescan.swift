internal import ArgumentParser
internal import UprightService

/// `upright queue rescan`.
struct Rescan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rescan",
        abstract:
            "Makes the daemon scan all drop folders, or one, again.",
        discussion: """
            The daemon also scans when it starts, at every folders[].scan-interval, and when it has missed a notification. \
            The request uses the daemon's Unix socket, so it needs permission to open that. Exit status 3 if no daemon is \
            running.

            Examples:
              upright queue rescan
              upright queue rescan drop
            """)

    @Argument(help: ArgumentHelp("The drop folder; without it, all.", valueName: "folder"), completion: .directory)
    var folder: String?

    @OptionGroup var options: StateOptions

    func run() async throws {
        try await DaemonControl(options: options, action: .rescan, done: "scanning").run(folder: folder)
    }
}
