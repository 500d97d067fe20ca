internal import UprightWorker
internal import UprightEngine
internal import UprightSteps
internal import UprightService
internal import UprightConfiguration
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightBase
internal import Foundation
internal import Glibc
internal import Logging

/// `upright gallery serve`, or `upright gallery`: serves a web gallery of the pictures.
struct GalleryServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves the gallery until it is stopped.",
        discussion: """
            A folder needs no configuration: its pictures get albums of their own, in ~/.local/state/upright. If upright reprocess \
            has written it, each picture is also shown as it was before.

            The gallery is at gallery.listen, or at 127.0.0.1:8711, which only this machine can reach. --listen gives \
            another address; if others can reach it, visitors need a token. The daemon serves the same gallery if \
            pipeline.yaml sets gallery.listen. Press Ctrl-C to stop.

            Examples:
              upright gallery ~/Upright
              upright gallery serve --config pipeline.yaml
              upright gallery serve --listen 0.0.0.0:8711 --token-file token
            """)

    @OptionGroup var folder: FolderArgument

    @OptionGroup var named: AlbumLibraryOptions

    private var options: AlbumLibraryOptions { folder.naming(named) }

    @OptionGroup var serving: ServingOptions

    @Flag(
        help: ArgumentHelp(
            "Run as a service: confine the process to reading pictures and state, and log to standard error.",
            visibility: .hidden))
    var service = false

    @Flag(help: ArgumentHelp("End when standard input does.", visibility: .hidden))
    var endWithInput = false

    func run() async throws {
        if endWithInput { Self.endWithStandardInput() }
        // A service leaves the albums alone: the daemon keeps them up to date.
        let configuration = try options.load()
        let address = serving.address ?? configuration.gallery.listen ?? .gallery
        let tokenFile = serving.tokenPath ?? configuration.gallery.tokenFile
        let log = StandardErrorLog.logger(configuration.log)
        if service { try confine(configuration, address, tokenFile, log) }
        let (library, _) = try await options.open(update: !service)
        do {
            let token = try ServingOptions.token(in: tokenFile) { log.warning("\($0)") }
            let journal = try Journal.open(in: RawPath(configuration.state), isChecked: false).journal
            let viewer = try WorkerPictureViewer(configuration)
            var content = GalleryContent(
                library: library, journal: journal, gazetteer: try configuration.steps.naming.openGazetteer(),
                viewer: viewer,
                title: configuration.gallery.title)
            content.finish(configuration, origin: try await options.origin(configuration))
            if configuration.gallery.permitsChanges(at: address) {
                let turns = HandTurns(configuration, journal, library)
                do { try await turns.resume() } catch {
                    log.warning("the journal does not follow a turn that was interrupted: \(error)")
                }
                content.turning = { try await turns.turn($0, by: $1, isUndo: $2) }
            }
            let limited = DaemonLog(log)
            let server = try GalleryServer(
                content, address: address, token: token,
                log: { warning in limited.limited("tokens", .warning, "\(warning)") })
            let (albums, isService) = (options, service)
            let filing = Task { if !isService { await albums.keepCurrent(library, configuration, journal) } }
            defer { filing.cancel() }
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
        } catch let failure as OperationError {
            report(failure.description, log)
            throw ServingOptions.status(for: failure, isService: service)
        } catch {
            report(ConfigurationOption.message(of: error, in: configuration), log)
            throw ExitStatus.configuration
        }
    }

    private func report(_ text: String, _ log: Logger) {
        if service { log.error("\(text)") } else { Console.shared.error(text) }
    }

    private func confine(
        _ configuration: Configuration, _ address: ServerAddress, _ tokenFile: String?, _ log: Logger
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
