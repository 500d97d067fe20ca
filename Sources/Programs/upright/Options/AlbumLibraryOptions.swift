internal import UprightRewriting
internal import UprightSteps
internal import UprightEngine
internal import UprightAlbums
internal import ArgumentParser
internal import UprightFiles
internal import UprightService
internal import UprightBase

/// The option that locates the albums.
struct AlbumLibraryOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(
        help: ArgumentHelp("A folder of pictures to use instead of what a configuration names.", valueName: "dir"),
        completion: .directory)
    var of: String?

    @Option(
        help: ArgumentHelp(
            "With a folder of pictures: the folder of their originals (default: those that reprocess wrote it from).",
            valueName: "dir"),
        completion: .directory)
    var originals: String?

    @Flag(help: "Print JSON on standard output.")
    var json = false

    /// Checks that a folder is named where one is needed, and nothing else is.
    func checkFolder() throws {
        if of != nil, configuration.config != nil { throw ValidationError("Give a folder or --config, not both.") }
        if originals != nil, of == nil { throw ValidationError("--originals needs a folder of pictures.") }
    }

    /// The albums of the folder that was named; nil if none was.
    func folder() throws -> FolderLibrary? {
        guard let of else { return nil }
        do { return try FolderLibrary(RawPath(argument: of), originals: originals.map { RawPath(argument: $0) }) } catch
        {
            Console.shared.error("expected a folder of pictures, found none: \(error)")
            throw ExitStatus.rejected
        }
    }

    /// The configuration: that of a folder, or of a file.
    func load() throws -> Configuration {
        try checkFolder()
        return try folder()?.configuration ?? configuration.load()
    }

    /// Finds out how pictures of a folder were made; nil without a folder.
    func origin(_ configuration: Configuration) async throws -> PictureFiles.Origin? {
        guard let folder = try folder(), !folder.originals.isEmpty else { return nil }
        let managed = try await ManagedProcessor.starting(configuration)
        return { await folder.origin(of: $0, by: managed.processor) }
    }

    /// Brings the journal of a folder up to date.
    private func update(_ folder: FolderLibrary) async throws {
        let meter = ProgressLine()
        do {
            for problem in try await folder.update({ meter.advance(of: $0) }) { Console.shared.warning(problem) }
            meter.end()
        } catch {
            meter.end()
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }

    /// Prints a result: the object, or the text.
    func show(_ object: [(String, JSONValue)], _ text: String) {
        Console.shared.print(json ? JSONValue.object(object).serialized : text)
    }

    /// Prints an album.
    func show(_ album: Album, of library: AlbumLibrary) throws {
        Console.shared.print(json ? album.json.serialized : album.line(in: try library.dateLanguage()))
    }

    /// Opens the albums to read them; writes nothing. Unless they are up to date with the journal, or a daemon brings them so, a copy in
    /// memory is brought up to date.
    func openReading() async throws -> (AlbumLibrary, Configuration) {
        let configuration = try load()
        // What is in a folder is known only when it has been looked through.
        if of != nil { return try await open() }
        let path = configuration.state + "/albums.sqlite"
        var reason: String?
        do {
            if try await isCurrent(configuration, path) { return (try AlbumLibrary(reading: path), configuration) }
            return (try await updatedCopy(configuration, path), configuration)
        } catch let error as JournalError where error.isPassing {
            reason = "\(error)"
        } catch let error as AlbumsError where error.isPassing {
            reason = "\(error)"
        } catch { throw Self.report(error, configuration) }
        do {
            let library = try AlbumLibrary(reading: path)
            Console.shared.note("the albums are shown as they were: \(reason ?? "")")
            return (library, configuration)
        } catch { throw Self.report(error, configuration) }
    }

    private func updatedCopy(_ configuration: Configuration, _ path: String) async throws -> AlbumLibrary {
        let library = try AlbumLibrary(copyOf: path)
        guard FileStore.exists(RawPath(configuration.state).appending("journal.sqlite")) else { return library }
        try await Self.update(
            library, configuration, Journal.openExisting(in: RawPath(configuration.state)), linked: false)
        return library
    }

    /// Brings albums up to date with the journal.
    private static func update(
        _ library: AlbumLibrary, _ configuration: Configuration, _ journal: Journal, fromTheBeginning: Bool = false,
        linked: Bool = true
    ) async throws {
        let naming = configuration.steps.naming
        let isCurrent = try library.isPlaced(by: naming.dataVersion(of: naming.openGazetteer()))
        if !isCurrent, !fromTheBeginning { Console.shared.note("\(AlbumLibrary.rebuildAdvice)") }
        try await withFiler(configuration, library, journal, linked: linked) {
            _ = try await $0.update(fromTheBeginning: fromTheBeginning)
        }
        var missing = MissingPictures(journal: journal, library: library)
        _ = try await missing.all()
    }

    /// Files new pictures until it is cancelled, unless a daemon does. Most of the time it waits: a folder is looked through again
    /// after twenty times as long as that took.
    func keepCurrent(_ library: AlbumLibrary, _ configuration: Configuration, _ journal: Journal) async {
        var pause = Duration.seconds(10)
        var failure = ""
        var missing = MissingPictures(journal: journal, library: library)
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            let start = ContinuousClock.now
            do {
                if let folder = try folder() {
                    _ = try await folder.update { _ in }
                } else if await isKept(configuration) {
                    continue
                }
                if try await !hasAll(library, journal) {
                    try await Self.withFiler(configuration, library, journal) { _ = try await $0.update() }
                }
                _ = try await missing.next()
                failure = ""
            } catch {
                if failure != "\(error)" { Console.shared.warning("new pictures cannot be filed: \(error)") }
                failure = "\(error)"
            }
            pause = max(.seconds(10), (ContinuousClock.now - start) * 20)
        }
    }

    /// Whether a daemon keeps the albums up to date.
    private func isKept(_ configuration: Configuration) async -> Bool {
        guard configuration.steps.contains(where: { $0.keepsAlbums }) else { return false }
        return await DaemonClient.daemon(of: configuration) != nil
    }

    /// Whether the albums have all pictures of the journal, and their folder the links.
    private func hasAll(_ library: AlbumLibrary, _ journal: Journal) async throws -> Bool {
        var selection = Journal.Selection()
        selection.delivered = true
        selection.since = try library.note("journal").flatMap { Int64($0) }.map { $0 + 1 }
        guard selection.since != nil, try library.areLinksCurrent() else { return false }
        return try await journal.count(selection) == 0
    }

    /// Whether the albums have all pictures of the journal, or a daemon keeps them so.
    private func isCurrent(_ configuration: Configuration, _ path: String) async throws -> Bool {
        guard FileStore.exists(RawPath(path)) else { return false }
        if await isKept(configuration) { return true }
        let library = try AlbumLibrary(reading: path)
        let journal = try Journal.openExisting(in: RawPath(configuration.state))
        let naming = configuration.steps.naming
        guard try library.homes() == configuration.steps.homes,
            try library.isPlaced(by: naming.dataVersion(of: naming.openGazetteer())),
            try await hasAll(library, journal)
        else { return false }
        return try await MissingPictures(journal: journal, library: library).areNone()
    }

    /// Reports why the albums cannot be opened.
    private static func report(_ error: any Error, _ configuration: Configuration) -> ExitCode {
        Console.shared.error(ConfigurationOption.message(of: error, in: configuration))
        let isPassing = (error as? JournalError)?.isPassing == true || (error as? AlbumsError)?.isPassing == true
        return isPassing ? ExitStatus.tryAgain : ExitStatus.configuration
    }

    /// Opens the albums, after bringing them up to date with the journal.
    func open(update: Bool = true, fromTheBeginning: Bool = false) async throws -> (AlbumLibrary, Configuration) {
        let configuration = try load()
        if update, let folder = try folder() { try await self.update(folder) }
        do {
            let library = try await Self.opened(configuration, update: update, fromTheBeginning: fromTheBeginning)
            return (library, configuration)
        } catch { throw Self.report(error, configuration) }
    }

    /// Opens the albums to write them, after bringing them and their folder up to date with the journal.
    @discardableResult
    static func opened(
        _ configuration: Configuration, update: Bool = true, fromTheBeginning: Bool = false
    ) async throws -> AlbumLibrary {
        let opened = try Journal.open(in: RawPath(configuration.state), isChecked: false)
        for warning in opened.warnings { Console.shared.warning("\(warning)") }
        let library = try AlbumLibrary(path: configuration.state + "/albums.sqlite")
        guard update else {
            // Also before an import: an empty library gets the language of the configuration.
            let naming = configuration.steps.naming
            _ = try library.isPlaced(by: naming.dataVersion(of: naming.openGazetteer()))
            return library
        }
        try await self.update(library, configuration, opened.journal, fromTheBeginning: fromTheBeginning)
        return library
    }

    /// Runs a body with a filer, which adds pictures to the albums.
    ///
    /// - Parameter linked: whether it links them in the folder of the albums, too.
    static func withFiler<Result>(
        _ configuration: Configuration, _ library: AlbumLibrary, _ journal: Journal, linked: Bool = true,
        _ body: (PictureFiler) async throws -> Result
    ) async throws -> Result {
        try library.setHomes(configuration.steps.homes)
        let geocoding = try Geocoding(configuration.steps.naming, cache: library)
        // A confined worker reads the outputs.
        let managed = try await ManagedProcessor.starting(configuration)
        let filer = PictureFiler(
            journal: journal, library: library,
            folder: linked ? configuration.steps.albumFolder(of: configuration.pictureFolders) : nil,
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
