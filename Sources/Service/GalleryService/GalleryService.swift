internal import UprightSteps
internal import UprightEngine
internal import UprightConfiguration
internal import UprightAlbums
internal import UprightGallery
internal import UprightJournal
internal import Logging

/// Serves the gallery while the daemon runs.
struct GalleryService: Sendable {
    private let server: GalleryServer
    private let viewer: WorkerPictureViewer
    private let log: DaemonLog
    private let address: GalleryAddress

    /// The service that a configuration asks for; nil where it asks for none.
    init?(_ configuration: Configuration, journal: Journal, log: DaemonLog) throws {
        guard let address = configuration.gallery.listen else { return nil }
        let token = try configuration.gallery.tokenFile.map { path throws(GalleryToken.Failure) in
            try GalleryToken.reading(path)
        }
        viewer = try WorkerPictureViewer(configuration)
        var content = GalleryContent(
            library: try AlbumLibrary(path: configuration.state + "/albums.sqlite"), journal: journal,
            gazetteer: try Geocoding(configuration).gazetteer, viewer: viewer, title: configuration.gallery.title)
        content.finish(configuration)
        server = try GalleryServer(
            content, address: address, token: token, log: { log.limited("gallery", .warning, "\($0)") }
        ) { records in
            try await journal.askAgain(for: records.map(\.source))
        }
        self.log = log
        self.address = address
    }

    /// Serves until it is cancelled. An address that cannot be had is logged and tried again.
    func run() async {
        log.notice("the gallery is at http://\(address)/")
        while !Task.isCancelled {
            do { try await server.run() } catch { log.limited("gallery", .error, "\(error)") }
            do { try await Task.sleep(for: .seconds(10)) } catch { break }
        }
        server.stop()
        await viewer.shutDown()
    }
}
