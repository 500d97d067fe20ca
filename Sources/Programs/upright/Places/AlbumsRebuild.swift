internal import UprightEngine
internal import UprightSteps
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightBase

/// `upright albums rebuild`.
struct AlbumsRebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Rebuilds the albums from the journal and the place data; your names and merges stay.",
        discussion: """
            Examples:
              upright albums rebuild
              upright albums rebuild --config pipeline.yaml --json
            """)

    @OptionGroup var options: AlbumLibraryOptions

    func run() async throws {
        let (library, configuration) = try await options.open(fromTheBeginning: true)
        do {
            let geocoding = try Geocoding(configuration.steps.naming, cache: library)
            let journal = try Journal.open(in: RawPath(configuration.state), isChecked: false).journal
            var missing = MissingPictures(journal: journal, library: library)
            let away = try await missing.all().away
            try library.rebuild(by: geocoding.dataVersion, otherNames: { geocoding.otherNames(at: $0) }) {
                geocoding.placeAtOnce(at: $0)
            }
            let counts = try library.counts()
            let albums = try library.albums().count
            options.show(
                [
                    ("pictures", .integer(counts.photos)), ("positioned", .integer(counts.positioned)),
                    ("albums", .integer(albums)), ("kept", .integer(away)),
                ],
                "\(Words.count(counts.photos, "picture")), \(counts.positioned) with a position, in "
                    + Words.count(albums, "album")
                    + (away == 0 ? "" : "; kept \(Words.count(away, "picture")) whose folder is away (not mounted?)"))
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }
}
