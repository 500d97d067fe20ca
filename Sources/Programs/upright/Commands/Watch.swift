internal import UprightEngine
internal import UprightService
internal import UprightConfiguration
internal import ArgumentParser
internal import UprightFiles
internal import CUprightLinux
internal import Logging
internal import UprightJournal

/// `upright watch`: the daemon, in the foreground.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watches the configured folders and normalizes what arrives, until it is told to stop.",
        discussion: """
            SIGTERM and SIGINT finish what is in hand. SIGHUP reads the configuration again; a wrong one is logged, and \
            the old one stays.
            """)

    @Option(
        help: ArgumentHelp("The configuration file.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String

    @Option(
        help: ArgumentHelp("The form of a log line: text or json (default: log.format).", valueName: "format"),
        completion: .list(["text", "json"]))
    var logFormat: String?

    func validate() throws {
        if let logFormat, LogConfiguration.Format(rawValue: logFormat) == nil {
            throw ValidationError("--log-format takes text or json.")
        }
    }

    func run() async throws {
        // The threads come and go with what blocks. With an arena for each, as many as glibc likes to have (eight for
        // each processor), most of the heap of a daemon that runs for long is what other threads have freed.
        upright_limit_heaps(2)
        let configuration = try ConfigurationOption.load(config)
        var log = configuration.log
        if let logFormat, let format = LogConfiguration.Format(rawValue: logFormat) { log.format = format }
        let file = RawPath(argument: config)
        let daemon = Daemon(
            configuration, version: Product.version, logger: StandardErrorLog.logger(log),
            reload: { try Configuration.load(file: file) })
        do { try await daemon.run() } catch let failure as Daemon.Failure {
            Console.shared.report("upright: \(failure)")
            switch failure {
            case .configuration: throw ExitStatus.configuration
            // Starting again does not help against a journal that another installation wrote.
            case .journal(let error): if case .newer(_, _) = error.kind { throw ExitStatus.configuration }
            case .alreadyRunning, .folder, .processor: break
            }
            throw ExitCode(1)
        }
    }
}
