internal import UprightWorker
internal import UprightEngine
internal import UprightSteps
internal import UprightService
internal import UprightConfiguration
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightGallery
internal import UprightJSON
internal import UprightJournal
internal import Foundation
internal import Glibc
internal import Logging

/// `upright gallery serve`, or `upright gallery`: serves a web gallery of the pictures.
struct GalleryServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves the gallery until it is stopped.",
        discussion: """
            The gallery is reachable from this machine only, unless --listen gives another address; visitors then need a \
            token. The daemon serves the same gallery if pipeline.yaml sets gallery.listen. Press Ctrl-C to stop.
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Option(
        help: ArgumentHelp(
            "The address and port (default: gallery.listen, or 127.0.0.1:8711).", valueName: "address:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp("A file whose first line is the token that visitors must enter.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Flag(
        help: ArgumentHelp(
            "Run as a service: confine the process to reading pictures and state, and log to standard error.",
            visibility: .hidden))
    var service = false

    @Flag(help: ArgumentHelp("End when standard input does.", visibility: .hidden))
    var endWithInput = false

    func validate() throws {
        if let listen, GalleryAddress(listen) == nil {
            throw ValidationError("\"\(listen)\" is not an address and port: expected one such as 127.0.0.1:8711.")
        }
    }

    func run() async throws {
        if endWithInput { Self.endWithStandardInput() }
        // A service leaves the albums alone: the daemon keeps them up to date.
        let configuration = try options.configuration.load()
        let address = listen.flatMap { GalleryAddress($0) } ?? configuration.gallery.listen ?? .standard
        let tokenFile = tokenFile.map { absolute($0) } ?? configuration.gallery.tokenFile
        let log = StandardErrorLog.logger(configuration.log)
        if service { try confine(configuration, address, tokenFile, log) }
        let (library, _) = try await options.open(update: !service)
        do {
            let token = try tokenFile.map { path throws(GalleryToken.Failure) in
                if let warning = GalleryToken.warning(of: path) { log.warning("\(warning)") }
                return try GalleryToken.reading(path)
            }
            let journal = try Journal.open(in: RawPath(configuration.state), isChecked: false).journal
            let viewer = try WorkerPictureViewer(configuration)
            var content = GalleryContent(
                library: library, journal: journal, gazetteer: try Geocoding(configuration.steps.naming).gazetteer,
                viewer: viewer,
                title: configuration.gallery.title)
            content.finish(configuration)
            let limited = DaemonLog(log)
            let server = try GalleryServer(
                content, address: address, token: token,
                log: { warning in limited.limited("tokens", .warning, "\(warning)") }
            ) { records in
                try await journal.askAgain(for: records.map(\.source))
            }
            let serving = Task { try await server.run() }
            do {
                let port = try await server.waitUntilListening()
                let place = "http://\(address.withPort(port))/"
                if service {
                    log.notice("the gallery is at \(place)")
                } else {
                    options.show([("url", .string(place))], place)
                }
            } catch { serving.cancel() }
            try await serving.value
        } catch let failure as GalleryServer.Failure {
            report(failure, log)
            if case .noNetwork = failure { throw ExitStatus.unavailable }
            // The program that holds the port may release it.
            if case .address = failure, service { throw ExitStatus.tryAgain }
            throw ExitStatus.configuration
        } catch {
            report(error, log)
            throw ExitStatus.configuration
        }
    }

    private func report(_ error: any Error, _ log: Logger) {
        if service { log.error("\(error)") } else { Console.shared.error("\(error)") }
    }

    private func confine(
        _ configuration: Configuration, _ address: GalleryAddress, _ tokenFile: String?, _ log: Logger
    ) throws {
        // Processes that normalize pictures have priority.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        guard let lack = GalleryConfinement.enter(configuration, address: address, tokenFile: tokenFile) else { return }
        if configuration.worker.sandbox == .required {
            log.error("the gallery is not served: sandbox is required, but its process cannot be confined: \(lack)")
            throw ExitStatus.configuration
        }
        log.warning("sandbox: the gallery's process is not confined: \(lack)")
    }

    /// Ends this process when the other end of its standard input is closed, such as when the parent process ends.
    private static func endWithStandardInput() {
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(0, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { Glibc.exit(0) }
            }
        }
    }
}
