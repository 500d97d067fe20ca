internal import UprightConfiguration
internal import UprightEngine
internal import UprightSteps
internal import UprightService
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightGallery
internal import UprightJournal

/// `upright albums export`.
struct AlbumsExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Creates folders of links to the pictures of albums, or the gallery as static files.",
        discussion: """
            Pictures are linked, never copied. --to links the pictures of the given album or, without one, those of all \
            albums in Country/City folders. --html writes the pages of `upright gallery` as files that a browser can open \
            from disk.
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: "The album's id, or its title if no other album has the same.")
    var album: String?

    @Option(help: ArgumentHelp("The folder for the links.", valueName: "dir"), completion: .directory)
    var to: String?

    @Option(help: ArgumentHelp("The folder for the static gallery.", valueName: "dir"), completion: .directory)
    var html: String?

    @Option(
        help: "The kind of link to each picture: auto, hard, reflink or symbolic.",
        completion: .list(["auto", "hard", "reflink", "symbolic"]))
    var links = "auto"

    func validate() throws {
        guard (to == nil) != (html == nil), html == nil || album == nil else {
            throw ValidationError("Give --to DIR, with or without an album, or --html DIR.")
        }
        guard AlbumFolder.LinkKind(rawValue: links) == nil else { return }
        throw ValidationError("--links takes auto, hard, reflink or symbolic.")
    }

    func run() async throws {
        let links = AlbumFolder.LinkKind(rawValue: links) ?? .automatic
        if let html {
            try await writePages(to: absolute(html), links)
            return
        }
        let path = absolute(to ?? "")
        try await options.with { library, configuration in
            var made = 0
            func export(_ album: Album, to path: String) throws {
                let folder = AlbumFolder(path: path, links: links, pictures: configuration.pictureFolders)
                let result = try folder.export(album, of: library)
                for problem in result.problems { Console.shared.report("warning: \(problem)") }
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
            Console.shared.print("\(path): \(made) links")
        }
    }

    private func writePages(to path: String, _ links: AlbumFolder.LinkKind) async throws {
        let (library, configuration) = try await options.open()
        do {
            let viewer = try WorkerPictureViewer(configuration)
            var content = GalleryContent(
                library: library, journal: try Journal.open(in: RawPath(configuration.state), isChecked: false).journal,
                gazetteer: try Geocoding(configuration.steps.naming).gazetteer, viewer: viewer,
                title: configuration.gallery.title)
            content.finish(configuration)
            let meter = ProgressLine()
            let summary = try await GalleryExport(content, to: path, links: links) { meter.advance(of: $0.of) }
                .write()
            meter.end()
            await viewer.shutDown()
            for problem in summary.problems { Console.shared.report("warning: \(problem)") }
            Console.shared.print("\(path)/index.html: \(summary.pictures) pictures, \(summary.pages) pages")
        } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.rejected
        }
    }

    private func countryName(of album: Album, in library: AlbumLibrary) throws -> String {
        var current = album
        while let parent = current.parent { current = try library.album(parent) }
        return AlbumFolder.fileName(current.title)
    }
}
