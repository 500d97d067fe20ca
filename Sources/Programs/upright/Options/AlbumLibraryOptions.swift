internal import UprightSteps
internal import UprightEngine
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightJournal

/// Where the albums are.
struct AlbumLibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The configuration file (default: pipeline.yaml in this folder).", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    /// The configuration that tells where the state is.
    func configuration() throws -> Configuration {
        if config == nil, !FileStore.allows(.read, at: "pipeline.yaml") {
            throw ValidationError("There is no pipeline.yaml here: give the configuration by --config.")
        }
        return try ConfigurationOption.load(config ?? "pipeline.yaml")
    }

    /// The albums, brought up to date with the journal first.
    func open(update: Bool = true, fromTheBeginning: Bool = false) async throws -> (AlbumLibrary, Configuration) {
        let configuration = try configuration()
        do {
            let opened = try Journal.open(in: RawPath(configuration.state), isChecked: false)
            for warning in opened.warnings { Console.shared.report("warning: \(warning)") }
            let library = try AlbumLibrary(path: configuration.state + "/albums.sqlite")
            if update {
                let isCurrent = try library.isPlaced(by: Geocoding(configuration).dataVersion)
                if !isCurrent, !fromTheBeginning { Console.shared.report("note: \(AlbumLibrary.rebuildAdvice)") }
                try await withFiler(configuration, library, opened.journal) {
                    _ = try await $0.update(fromTheBeginning: fromTheBeginning)
                }
            }
            return (library, configuration)
        } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.configuration
        }
    }

    /// Runs something with what files pictures into the albums.
    func withFiler<Result>(
        _ configuration: Configuration, _ library: AlbumLibrary, _ journal: Journal,
        _ body: (PictureFiler) async throws -> Result
    ) async throws -> Result {
        let geocoding = try Geocoding(configuration, cache: library)
        let settings = configuration.step(AlbumsStep.self)
        // Outputs are looked into by a confined worker.
        let managed = try await ManagedProcessor.starting(configuration)
        let filer = PictureFiler(
            journal: journal, library: library,
            folder: settings?.folder.map { AlbumFolder(path: $0, links: settings?.links ?? .automatic) },
            reader: managed.processor.reader, otherNames: { geocoding.otherNames(at: $0) },
            place: { geocoding.placeAtOnce(at: $0) })
        do {
            let result = try await body(filer)
            await managed.shutDown()
            return result
        } catch {
            await managed.shutDown()
            throw error
        }
    }

    /// Runs something with the albums, and tells what is wrong in the command's own words.
    func with(_ body: (AlbumLibrary) throws -> Void) async throws {
        let (library, _) = try await open()
        do { try body(library) } catch let error as AlbumsError {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.rejected
        }
    }
}
