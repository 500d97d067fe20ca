internal import ArgumentParser
internal import UprightAlbums
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightService
internal import UprightBase
internal import UprightSteps

/// `upright gallery export`: writes the gallery as files.
struct GalleryExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the gallery's pages as files that a browser can open from disk.",
        discussion: """
            Pictures are linked, and only those of a single album (--album) copied. An export that was interrupted continues where it stopped.

            Examples:
              upright gallery export pages
              upright gallery export munich.zip --album Munich --without-positions
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(
        help: ArgumentHelp("The folder for the pages, or with --album a new file ending in .zip.", valueName: "dir"),
        completion: .directory)
    var folder: String

    @OptionGroup var links: LinkOption

    @Option(
        help: ArgumentHelp(
            "Write one album and nothing else, with copies of its pictures, to give away. upright albums list shows the ids.",
            valueName: "id"))
    var album: String?

    @Flag(help: "With --album: remove the positions from the copies. Names of places stay.")
    var withoutPositions = false

    @Flag(help: "With --album: add a contact sheet for print, with what was changed and the SHA-256 of each file.")
    var contactSheet = false

    @Flag(help: "Include what operators need: failures, paths, sources, all metadata.")
    var technical = false

    func validate() throws {
        if folder.isEmpty { throw ValidationError("A path is empty.") }
        if withoutPositions, album == nil { throw ValidationError("--without-positions needs --album.") }
        if contactSheet, album == nil { throw ValidationError("--contact-sheet needs --album.") }
        if technical, album != nil { throw ValidationError("--technical and --album exclude each other.") }
    }

    func run() async throws {
        var pages = ExportedPages(options: options, links: links.kind)
        pages.isTechnical = technical
        pages.parcel = album.map {
            GalleryParcel(album: $0, isWithoutPositions: withoutPositions, hasSheet: contactSheet)
        }
        try await pages.write(to: absolute(folder))
    }
}

/// Writes the gallery's pages to a folder.
struct ExportedPages {
    let options: AlbumLibraryOptions
    let links: AlbumFolder.LinkKind
    var isTechnical = false
    var parcel: GalleryParcel?

    func write(to path: String) async throws {
        let (library, configuration) = try await options.open()
        do {
            let viewer = try WorkerPictureViewer(configuration)
            var content = GalleryContent(
                library: library, journal: try Journal.open(in: RawPath(configuration.state), isChecked: false).journal,
                gazetteer: try configuration.steps.naming.openGazetteer(), viewer: viewer,
                title: configuration.gallery.title)
            content.finish(configuration, origin: try await options.origin(configuration))
            let meter = ProgressLine()
            let target = parcel != nil && path.hasSuffix(".zip") ? try ZipFile(path) : nil
            let summary = try await GalleryExport(
                content, to: target?.folder ?? path, links: links, isTechnical: isTechnical, parcel: parcel
            ) {
                meter.advance(of: $0.of)
            }.write()
            meter.end()
            try target?.pack()
            await viewer.shutDown()
            for problem in summary.problems { Console.shared.warning("\(problem)") }
            let page = target == nil ? "\(path)/index.html" : path
            options.show(
                [
                    ("page", .string(page)), ("pictures", .integer(summary.pictures)),
                    ("pages", .integer(summary.pages)),
                ], "\(page): \(summary.pictures) pictures, \(summary.pages) pages")
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }
}
