internal import UprightRewriting
internal import UprightSteps
internal import UprightEngine
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightJSON
internal import UprightJournal
internal import UprightService

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

    /// Opens the albums to read them. They are brought up to date with the journal first, unless they are, a daemon does so, or the
    /// state folder cannot be written.
    func openReading() async throws -> (AlbumLibrary, Configuration) {
        let configuration = try configuration.load()
        let path = configuration.state + "/albums.sqlite"
        var reason: String?
        do {
            if try await isCurrent(configuration, path) { return (try AlbumLibrary(reading: path), configuration) }
            return (try await opened(configuration, update: true, fromTheBeginning: false), configuration)
        } catch let error as JournalError where error.isPassing {
            reason = "\(error)"
        } catch let error as AlbumsError where error.isPassing {
            reason = "\(error)"
        } catch { throw Self.report(error) }
        do {
            let library = try AlbumLibrary(reading: path)
            Console.shared.note("the albums are shown as they were: \(reason ?? "")")
            return (library, configuration)
        } catch { throw Self.report(error) }
    }

    /// Whether the albums have all pictures of the journal, or a daemon keeps them so.
    private func isCurrent(_ configuration: Configuration, _ path: String) async throws -> Bool {
        guard FileStore.exists(RawPath(path)) else { return false }
        if configuration.steps.contains(where: { $0 is AlbumsStep }), await DaemonClient.daemon(of: configuration) != nil {
            return true
        }
        let library = try AlbumLibrary(reading: path)
        let journal = try Journal.openExisting(in: RawPath(configuration.state))
        var selection = Journal.Selection()
        selection.delivered = true
        selection.since = try library.note("journal").flatMap { Int64($0) }.map { $0 + 1 }
        guard try selection.since != nil && library.isPlaced(by: Geocoding(configuration.steps.naming).dataVersion) else {
            return false
        }
        guard try await journal.count(selection) == 0 else { return false }
        return try await MissingPictures(journal: journal, library: library).areNone()
    }

    /// Reports why the albums cannot be opened.
    private static func report(_ error: any Error) -> ExitCode {
        Console.shared.error("\(error)")
        let isPassing = (error as? JournalError)?.isPassing == true || (error as? AlbumsError)?.isPassing == true
        return isPassing ? ExitStatus.tryAgain : ExitStatus.configuration
    }

    /// Opens the albums, after bringing them up to date with the journal.
    func open(update: Bool = true, fromTheBeginning: Bool = false) async throws -> (AlbumLibrary, Configuration) {
        let configuration = try configuration.load()
        do {
            let library = try await opened(configuration, update: update, fromTheBeginning: fromTheBeginning)
            return (library, configuration)
        } catch { throw Self.report(error) }
    }

    private func opened(
        _ configuration: Configuration, update: Bool, fromTheBeginning: Bool
    ) async throws -> AlbumLibrary {
        let opened = try Journal.open(in: RawPath(configuration.state), isChecked: false)
        for warning in opened.warnings { Console.shared.warning("\(warning)") }
        let library = try AlbumLibrary(path: configuration.state + "/albums.sqlite")
        // Also before an import: an empty library gets the language of the configuration.
        let isCurrent = try library.isPlaced(by: Geocoding(configuration.steps.naming).dataVersion)
        guard update else { return library }
        if !isCurrent, !fromTheBeginning { Console.shared.note("\(AlbumLibrary.rebuildAdvice)") }
        try await withFiler(configuration, library, opened.journal) {
            _ = try await $0.update(fromTheBeginning: fromTheBeginning)
        }
        var missing = MissingPictures(journal: opened.journal, library: library)
        _ = try await missing.all()
        return library
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
    ///
    /// - Parameter isReadOnly: whether the body only reads them.
    func with(isReadOnly: Bool = false, _ body: (AlbumLibrary, Configuration) throws -> Void) async throws {
        let (library, configuration) = try await isReadOnly ? openReading() : open()
        do { try body(library, configuration) } catch let error as AlbumsError {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }
}
