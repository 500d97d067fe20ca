internal import UprightRewriting
internal import UprightSteps
internal import UprightEngine
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightJSON
internal import UprightJournal

/// The option that locates the albums.
struct AlbumLibraryOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Flag(help: "Print JSON on standard output.")
    var json = false

    /// Prints a result: the object, or the text.
    func show(_ object: [(String, JSONValue)], _ text: String) {
        Console.shared.print(json ? JSONValue.object(object).serialized : text)
    }

    /// Prints an album.
    func show(_ album: Album, of library: AlbumLibrary) throws {
        Console.shared.print(json ? album.json.serialized : album.line(in: try library.dateLanguage()))
    }

    /// Opens the albums, after bringing them up to date with the journal.
    func open(update: Bool = true, fromTheBeginning: Bool = false) async throws -> (AlbumLibrary, Configuration) {
        let configuration = try configuration.load()
        do {
            let opened = try Journal.open(in: RawPath(configuration.state), isChecked: false)
            for warning in opened.warnings { Console.shared.warning("\(warning)") }
            let library = try AlbumLibrary(path: configuration.state + "/albums.sqlite")
            // Also before an import: an empty library gets the language of the configuration.
            let isCurrent = try library.isPlaced(by: Geocoding(configuration.steps.naming).dataVersion)
            if update {
                if !isCurrent, !fromTheBeginning { Console.shared.note("\(AlbumLibrary.rebuildAdvice)") }
                try await withFiler(configuration, library, opened.journal) {
                    _ = try await $0.update(fromTheBeginning: fromTheBeginning)
                }
                var missing = MissingPictures(journal: opened.journal, library: library)
                _ = try await missing.all()
            }
            return (library, configuration)
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.configuration
        }
    }

    /// Runs a body with a filer, which adds pictures to the albums.
    func withFiler<Result>(
        _ configuration: Configuration, _ library: AlbumLibrary, _ journal: Journal,
        _ body: (PictureFiler) async throws -> Result
    ) async throws -> Result {
        let geocoding = try Geocoding(configuration.steps.naming, cache: library)
        // A confined worker reads the outputs.
        let managed = try await ManagedProcessor.starting(configuration)
        let filer = PictureFiler(
            journal: journal, library: library,
            folder: configuration.steps.albumFolder(of: configuration.pictureFolders),
            pictures: configuration.pictureFolders,
            reader: managed.processor.reader, limits: configuration.normalization.limits,
            otherNames: { geocoding.otherNames(at: $0) },
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

    /// Runs a body with the albums, and reports its errors.
    func with(_ body: (AlbumLibrary, Configuration) throws -> Void) async throws {
        let (library, configuration) = try await open()
        do { try body(library, configuration) } catch let error as AlbumsError {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }
}
