internal import UprightEngine
internal import UprightSteps
internal import UprightAlbums
internal import Foundation
internal import UprightJournal
internal import UprightPlaces

/// Keeps the albums up to date while the daemon runs.
struct AlbumService: Sendable {
    private let filer: PictureFiler
    private let library: AlbumLibrary
    private let refinement: PlaceRefinement
    private let client: GeocodingClient?
    private let log: DaemonLog

    /// How often the journal is looked at for what is new.
    private static let period = Duration.seconds(5)

    /// The service that a configuration asks for; nil where it has no `albums` step.
    init?(_ configuration: Configuration, journal: Journal, log: DaemonLog) throws {
        guard let settings = configuration.step(AlbumSettings.self) else { return nil }
        library = try AlbumLibrary(path: configuration.state + "/albums.sqlite")
        let geocoding = try Geocoding(configuration, cache: library)
        let folder = settings.folder.map { AlbumFolder(path: $0, links: settings.links) }
        self.log = log
        filer = PictureFiler(
            journal: journal, library: library, folder: folder, place: { geocoding.placeAtOnce(at: $0) })
        refinement = PlaceRefinement(library: library, geocoding: geocoding, folder: folder)
        client = geocoding.client
    }

    /// Works until it is cancelled.
    func run() async {
        var failure = ""
        while !Task.isCancelled {
            do {
                try await filer.update()
                try await refinement.run()
                let trouble = await client?.trouble
                if let trouble, failure != "\(trouble)" {
                    log.warning("the geocoder is not asked for a while, the gazetteer answers: \(trouble)")
                }
                failure = trouble.map { "\($0)" } ?? ""
            } catch {
                // Said once, not every five seconds.
                if failure != "\(error)" { log.error("the albums could not be brought up to date: \(error)") }
                failure = "\(error)"
            }
            do { try await Task.sleep(for: Self.period) } catch { return }
        }
    }
}
