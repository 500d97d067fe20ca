internal import UprightEngine
internal import UprightSteps
internal import UprightService
internal import UprightConfiguration
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightGallery
internal import UprightJournal

/// `upright gallery`: a page to look at the pictures.
struct GalleryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery", abstract: "Serves a page to look at the pictures: albums, map, search, failures.",
        discussion: """
            The page is for this machine alone unless --listen says otherwise, and then visitors need a token. The daemon \
            serves the same where pipeline.yaml has gallery.listen. Ctrl-C ends it.
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Option(
        help: ArgumentHelp(
            "The address and port (default: gallery.listen, else 127.0.0.1:8711).", valueName: "address:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp("A file whose first line is the token that visitors must know.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    func validate() throws {
        if let listen, GalleryAddress(listen) == nil {
            throw ValidationError("\"\(listen)\" is no address and port: expected one such as 127.0.0.1:8711.")
        }
    }

    func run() async throws {
        let (library, configuration) = try await options.open()
        let address = listen.flatMap { GalleryAddress($0) } ?? configuration.gallery.listen ?? .standard
        do {
            let token = try (tokenFile.map { absolute($0) } ?? configuration.gallery.tokenFile).map {
                path throws(GalleryToken.Failure) in try GalleryToken.reading(path)
            }
            let journal = try Journal.open(in: RawPath(configuration.state), isChecked: false).journal
            let viewer = try WorkerPictureViewer(configuration)
            var content = GalleryContent(
                library: library, journal: journal, gazetteer: try Geocoding(configuration).gazetteer, viewer: viewer,
                title: configuration.gallery.title)
            content.finish(configuration)
            let server = try GalleryServer(content, address: address, token: token) { records in
                try await journal.askAgain(for: records.map(\.source))
            }
            let serving = Task { try await server.run() }
            do {
                let port = try await server.waitUntilListening()
                Console.shared.print("http://\(address.withPort(port))/")
            } catch { serving.cancel() }
            try await serving.value
        } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.configuration
        }
    }
}
