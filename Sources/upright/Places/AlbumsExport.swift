internal import Albums
internal import ArgumentParser

/// `upright albums export`.
struct AlbumsExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Makes folders of links to the pictures of albums.",
        discussion: "Pictures are linked, never copied. With an album, its pictures; else Country/City folders of all.")

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: "The album's id, or its title where only one has it.")
    var album: String?

    @Option(help: ArgumentHelp("The folder to make.", valueName: "dir"), completion: .directory)
    var to: String

    @Option(help: "What stands for a picture: auto, hard, reflink or symbolic.")
    var links = "auto"

    func validate() throws {
        guard AlbumFolder.LinkKind(rawValue: links) == nil else { return }
        throw ValidationError("--links takes auto, hard, reflink or symbolic.")
    }

    func run() async throws {
        let path = absolute(to)
        let links = AlbumFolder.LinkKind(rawValue: links) ?? .automatic
        try await options.with { library in
            let folder = AlbumFolder(path: path, links: links)
            var made = 0
            if let album {
                made = try folder.export(library.album(album), of: library)
            } else {
                for album in try library.albums(of: [.city, .animated]) {
                    let country = album.countryCode.isEmpty ? "" : "/" + (try countryName(of: album, in: library))
                    let part = AlbumFolder(
                        path: path + country + "/" + AlbumFolder.fileName(album.title), links: links)
                    made += try part.export(album, of: library)
                }
            }
            Console.shared.print("\(path): \(made) links")
        }
    }

    private func countryName(of album: Album, in library: AlbumLibrary) throws -> String {
        var current = album
        while let parent = current.parent { current = try library.album(parent) }
        return AlbumFolder.fileName(current.title)
    }
}
