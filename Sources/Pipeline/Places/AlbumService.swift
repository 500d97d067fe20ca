internal import Albums
internal import Foundation
internal import Journal
internal import Places

/// Keeps the albums up to date while the daemon runs.
struct AlbumService: Sendable {
    private let filer: PictureFiler
    private let library: AlbumLibrary
    private let log: DaemonLog

    /// How often the journal is looked at for what is new.
    private static let period = Duration.seconds(5)

    /// The service that a configuration asks for; nil where it has no `albums` step.
    init?(_ configuration: Configuration, journal: Journal, log: DaemonLog) throws {
        guard let settings = configuration.step(AlbumSettings.self) else { return nil }
        let geocoding = try Geocoding(configuration)
        library = try AlbumLibrary(path: configuration.state + "/albums.sqlite")
        self.log = log
        filer = PictureFiler(
            journal: journal, library: library,
            folder: settings.folder.map { AlbumFolder(path: $0, links: settings.links) },
            place: { await geocoding.place(at: $0) })
    }

    /// Works until it is cancelled.
    func run() async {
        var failure = ""
        while !Task.isCancelled {
            do {
                try await filer.update()
                failure = ""
            } catch {
                // Said once, not every five seconds.
                if failure != "\(error)" { log.error("the albums could not be brought up to date: \(error)") }
                failure = "\(error)"
            }
            do { try await Task.sleep(for: Self.period) } catch { return }
        }
    }
}
