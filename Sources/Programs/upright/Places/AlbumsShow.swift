internal import UprightBase
internal import UprightEngine
internal import UprightAlbums
internal import UprightFiles
internal import ArgumentParser
internal import UprightPlaces

/// `upright albums show`.
struct AlbumsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the pictures of an album.",
        discussion: """
            Examples:
              upright albums show Munich
              upright albums show Munich --json
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: "The album's id, or its title if no other album has the same.")
    var album: String

    func run() async throws {
        try await options.with(isReadOnly: true) { library, _ in
            let album = try library.album(album)
            let language = try library.dateLanguage()
            if !options.json { Console.shared.print(album.line(in: language)) }
            for photo in try library.photos(in: album.id) {
                if options.json {
                    Console.shared.print(photo.json.serialized)
                } else {
                    let date = photo.time.flatMap { CivilDate(seconds: $0) }.map { language.text($0) + "  " } ?? ""
                    let place = photo.place.map { "  (\($0.description))" } ?? ""
                    Console.shared.print("  \(date)\(photo.path)\(place)")
                }
            }
        }
    }
}
