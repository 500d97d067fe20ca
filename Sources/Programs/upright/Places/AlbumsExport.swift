internal import ArgumentParser
internal import UprightAlbums
internal import UprightEngine
internal import UprightBase

/// `upright albums export`.
struct AlbumsExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Creates folders of links to the pictures of albums.",
        discussion: """
            Pictures are linked, never copied: those of the given album or, without one, those of all albums in Country/City \
            folders. `upright gallery export` writes the gallery's pages as files.

            Examples:
              upright albums export --to albums
              upright albums export Munich --to munich --links symbolic
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: "The album's id, or its title if no other album has the same.")
    var album: String?

    @Option(help: ArgumentHelp("The folder for the links.", valueName: "dir"), completion: .directory)
    var to: String

    @OptionGroup var links: LinkOption

    func run() async throws {
        let path = absolute(to)
        try await options.with(isReadOnly: true) { library, configuration in
            var made = 0
            func export(_ album: Album, to path: String) throws {
                let folder = AlbumFolder(path: path, links: links.kind, pictures: configuration.pictureFolders)
                let result = try folder.export(album, of: library)
                for problem in result.problems { Console.shared.warning("\(problem)") }
                made += result.made
            }
            if let album {
                try export(library.album(album), to: path)
            } else {
                for album in try library.albums(of: [.city, .animated]) {
                    let country = album.countryCode.isEmpty ? "" : "/" + (try countryName(of: album, in: library))
                    try export(album, to: path + country + "/" + AlbumFolder.fileName(album.title))
                }
            }
            options.show([("folder", .string(path)), ("links", .integer(made))], "\(path): \(made) links")
        }
    }

    private func countryName(of album: Album, in library: AlbumLibrary) throws -> String {
        var current = album
        while let parent = current.parent { current = try library.album(parent) }
        return AlbumFolder.fileName(current.title)
    }
}
