internal import ArgumentParser
internal import UprightAlbums
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightGallery
internal import UprightJSON
internal import UprightJournal
internal import UprightService
internal import UprightSteps

/// `upright gallery export`: writes the gallery as files.
struct GalleryExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the gallery's pages as files that a browser can open from disk.",
        discussion: """
            Pictures are linked, never copied. An export that was interrupted continues where it stopped.
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: ArgumentHelp("The folder for the pages.", valueName: "dir"), completion: .directory)
    var folder: String

    @OptionGroup var links: LinkOption

    func validate() throws {
        if folder.isEmpty { throw ValidationError("A path is empty.") }
    }

    func run() async throws {
        try await GalleryPages(options: options, links: links.kind).write(to: absolute(folder))
    }
}

/// Writes the gallery's pages to a folder.
struct GalleryPages {
    let options: AlbumLibraryOptions
    let links: AlbumFolder.LinkKind

    func write(to path: String) async throws {
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
            for problem in summary.problems { Console.shared.warning("\(problem)") }
            options.show(
                [
                    ("page", .string("\(path)/index.html")), ("pictures", .integer(summary.pictures)),
                    ("pages", .integer(summary.pages)),
                ], "\(path)/index.html: \(summary.pictures) pictures, \(summary.pages) pages")
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }
}
