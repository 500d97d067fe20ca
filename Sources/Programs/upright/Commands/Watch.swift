internal import UprightEngine
internal import UprightService
internal import UprightConfiguration
internal import ArgumentParser
internal import UprightFiles
internal import Logging

/// `upright watch`: runs the daemon in the foreground.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watches the configured folders and normalizes the files that arrive, until stopped.",
        discussion: """
            SIGTERM and SIGINT finish the pictures in progress, then stop. SIGHUP reloads the configuration; an invalid \
            one is logged, and the old one stays in use.

            Examples:
              upright watch
              upright watch --config pipeline.yaml --log-format json
            """)

    @OptionGroup var options: ConfigurationOption

    @Option(
        help: ArgumentHelp("The format of log lines: text or json (default: log.format).", valueName: "format"),
        completion: .list(["text", "json"]))
    var logFormat: String?

    func validate() throws {
        if let logFormat, LogConfiguration.Format(rawValue: logFormat) == nil {
            throw ValidationError("--log-format takes text or json.")
        }
    }

    /// Waits until the process may have the threads and open files that it needs. It blocks.
    func awaitRoom() {
        // If it cannot be read, the daemon reports this when it starts.
        var log = LogConfiguration()
        if let file = options.file { do { log = try Configuration.load(file: RawPath(argument: file)).log } catch {} }
        ProcessRoom.awaitDaemon(logger(log))
    }

    private func logger(_ configuration: LogConfiguration) -> Logger {
        var log = configuration
        if let logFormat, let format = LogConfiguration.Format(rawValue: logFormat) { log.format = format }
        return StandardErrorLog.logger(log)
    }

    func run() async throws {
        let configuration = try options.load()
        let file = RawPath(argument: options.file ?? "")
        let daemon = Daemon(
            configuration, version: Product.version, logger: logger(configuration.log),
            reload: { try Configuration.load(file: file) })
        do { try await daemon.run() } catch let failure as OperationError {
            for line in failure.description.split(separator: "\n") { Console.shared.error(String(line)) }
            if failure.kind == .configuration { throw ExitStatus.configuration }
            throw ExitCode(1)
        }
    }
}
