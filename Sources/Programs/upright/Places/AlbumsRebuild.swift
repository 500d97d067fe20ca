internal import UprightEngine
internal import UprightSteps
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles

/// `upright albums rebuild`.
struct AlbumsRebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Rebuilds the albums from the journal and the place data; your names and merges stay.")

    @OptionGroup var options: AlbumLibraryOptions

    func run() async throws {
        let (library, configuration) = try await options.open(fromTheBeginning: true)
        do {
            let geocoding = try Geocoding(configuration, cache: library)
            let gone = try library.paths().filter { !FileStore.exists(RawPath($0)) }
            try library.remove(paths: gone)
            try library.rebuild(by: geocoding.dataVersion, otherNames: { geocoding.otherNames(at: $0) }) {
                geocoding.placeAtOnce(at: $0)
            }
            let counts = try library.counts()
            let albums = try library.albums().count
            Console.shared.print(
                "\(Words.count(counts.photos, "picture")), \(counts.positioned) with a position, in "
                    + Words.count(albums, "album"))
        } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.rejected
        }
    }
}
