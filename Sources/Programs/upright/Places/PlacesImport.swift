internal import ArgumentParser
internal import UprightBase
internal import UprightFiles
internal import UprightFormats
internal import UprightPlaces
internal import UprightService
internal import UprightWorker

/// `upright places import`: builds a gazetteer or a file of boundaries from data of the user's choice.
struct PlacesImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Builds a gazetteer from a GeoNames file, or boundaries from GeoJSON.",
        discussion: """
            Without --level, FILE is an unpacked GeoNames file from download.geonames.org/export/dump: cities500.txt, DE.txt, \
            allCountries.txt. The borders remain those of the built-in gazetteer. --names adds GeoNames' names by language, from \
            the unpacked alternateNamesV2.txt; without it, places have the names that the built-in gazetteer has. Name the \
            result in the configuration:
            steps: [orient, {place: {gazetteer: FILE}}].

            With --level, the files are GeoJSON with the polygons of districts or cities, and are imported into one file of \
            boundaries. Each polygon has its name in the property that --name-key names, and can have names by language: \
            --name-key name --name-key en=name_en. Name the result in the configuration:
            steps: [orient, {place: {boundaries: FILE}}].

            Examples:
              upright places import cities500.txt --output cities.gazetteer
              upright places import own.geojson --level district --name-key name -o own.bnd
            """)

    @Argument(help: ArgumentHelp("The GeoNames file, or GeoJSON files.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        name: [.short, .long], help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "GeoNames' file of alternate names (alternateNamesV2.txt): the names of the places by language.",
            valueName: "file"), completion: .file())
    var names: String?

    @Option(help: ArgumentHelp("What the polygons are: city or district.", valueName: "level"))
    var level: Level?

    @Option(
        help: ArgumentHelp(
            "The property with the name, or LANGUAGE=PROPERTY; can be repeated. The first one with a text counts.",
            valueName: "key"))
    var nameKey: [String] = []

    @Option(help: ArgumentHelp("The coordinates of the polygons: wgs84, gcj02 or bd09.", valueName: "datum"))
    var datum: PolygonDatum = .wgs84

    @Option(
        help: ArgumentHelp("Where the data is from and its licence, for `places about`. Default: the files' names.")
    )
    var source: String?

    /// A level as an argument.
    enum Level: String, WordArgument {
        case city, district
    }

    /// A datum as an argument.
    enum PolygonDatum: String, WordArgument {
        case wgs84, gcj02, bd09
    }

    /// The largest file of GeoNames to read, in bytes. `allCountries.txt` had 1.7 GB in 2026.
    private static let largest = 8 << 30
    /// How much of the alternate names to read at a time, in bytes.
    private static let piece = 1 << 20

    func validate() throws {
        if level == nil {
            guard files.count == 1 else { throw ValidationError("expected one GeoNames file, found \(files.count)") }
            guard nameKey.isEmpty, datum == .wgs84, source == nil else {
                throw ValidationError("--name-key, --datum and --source need --level city or --level district")
            }
        } else if nameKey.isEmpty {
            throw ValidationError("--level needs --name-key: the property of the polygons that has their name")
        } else if names != nil {
            throw ValidationError("--names needs a GeoNames file and no --level: --name-key has the names of polygons")
        }
        if let source, source.utf8.count > BoundarySet.longestText {
            throw ValidationError("expected a source of at most \(BoundarySet.longestText) bytes")
        }
    }

    func run() async throws {
        if let level {
            try await importBoundaries(level)
        } else {
            try importPlaces()
        }
    }

    private func importPlaces() throws {
        let places = try Self.reading(files[0]) { path in
            try GeoNamesPlaces(parsing: FileStore.read(path, limit: Self.largest))
        }
        let added = try names.map { file in try Self.reading(file) { try Self.alternateNames(in: $0, of: places) } }
        try Self.reading(files[0]) { path in
            // Other names are other data, so their digest is part of the version, which places name.
            var version = "geonames-" + Self.plain(Self.stem(of: path))
            if let added { version += "+names-" + added.digest.prefix(8) }
            let result = try GazetteerImport(
                places, named: version, alternateNames: added?.names,
                source: added.map { Self.source(names, $0.digest) })
            try FileStore.write(result.bytes, to: RawPath(argument: output))
            Console.shared.print(
                "\(output): \(result.importedCount) places, "
                    + (added.map { "\($0.names.count) names by language, " } ?? "")
                    + "\(places.skipped) lines skipped, \(result.bytes.count) bytes")
        }
    }

    /// Runs a body with a file's path, and reports its error with the file's name.
    private static func reading<Result>(_ file: String, _ body: (RawPath) throws -> Result) throws -> Result {
        do { return try body(RawPath(argument: file)) } catch {
            Console.shared.error("\(file): \(error)")
            throw ExitStatus.rejected
        }
    }

    /// Reads the alternate names of places in pieces: the file is larger than memory should be.
    private static func alternateNames(
        in path: RawPath, of places: GeoNamesPlaces
    ) throws -> (names: AlternateNames, digest: String) {
        let file = try FileStore.open(path)
        var names = try AlternateNames(of: places)
        var digest = SHA256()
        var offset = 0
        while true {
            let bytes = try file.read(piece, at: offset)
            guard !bytes.isEmpty else { break }
            bytes.withUnsafeBytes { digest.update($0) }
            try names.read(bytes)
            offset += bytes.count
        }
        try names.finish()
        return (names, hexadecimal(digest.finalized()))
    }

    /// The source of alternate names, for `places about`.
    private static func source(_ file: String?, _ digest: String) -> String {
        let name = String(decoding: RawPath(argument: file ?? "").name, as: UTF8.self)
        return "alternate names of GeoNames (geonames.org), CC BY 4.0, from \(plain(name)), sha256 \(digest)"
    }

    /// A text that fits into a line of the gazetteer's description.
    private static func plain(_ text: String) -> String { String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }

    private static func stem(of path: RawPath) -> String {
        String(path.exact.split(separator: "/").last?.split(separator: ".").first ?? "import")
    }

    /// The properties with names, `zh=name` or `name`.
    private var keys: GeoJSONKeys {
        GeoJSONKeys(
            nameKey.map { text in
                guard let at = text.firstIndex(of: "="), at != text.startIndex else { return .init(key: text) }
                return .init(language: String(text[..<at]), key: String(text[text.index(after: at)...]))
            })
    }

    private func importBoundaries(_ level: Level) async throws {
        let names = files.map { RawPath(argument: $0) }
        var set = BoundarySet(
            level: level == .city ? .city : .district,
            source: source ?? names.map(Self.stem).joined(separator: ", "))
        while set.source.utf8.count > BoundarySet.longestText { set.source.removeLast() }
        var skipped = 0
        let workers = try await FileWorkers.startingForCommand()
        for name in names {
            do {
                let (found, other) = try await areas(of: name, by: workers.reader)
                set.boundaries += found
                skipped += other
            } catch {
                await workers.shutDown()
                Console.shared.report("upright: \(name): \(error)")
                throw ExitStatus.rejected
            }
        }
        await workers.shutDown()
        do {
            guard !set.boundaries.isEmpty else {
                throw ValidationError(
                    "expected polygons with a name in \(nameKey.joined(separator: " or ")), found none among "
                        + Words.count(skipped, "feature"))
            }
            set.convert(from: Datum(rawValue: datum.rawValue) ?? .wgs84, by: try Gazetteer())
            set.version = hexadecimal(Array(SHA256.hash(set.serialized).prefix(4)))
            let bytes = set.serialized
            try FileStore.write(bytes, to: RawPath(argument: output))
            Console.shared.print(
                "\(output): \(Words.count(set.boundaries.count, "polygon")), "
                    + "\(Words.count(skipped, "feature")) skipped, \(bytes.count) bytes")
        } catch {
            Console.shared.report("upright: \(output): \(error)")
            throw ExitStatus.rejected
        }
    }

    /// Reads the areas of a file in a worker. What the worker writes is checked like any other file.
    private func areas(
        of path: RawPath, by reader: any ContentReader
    ) async throws -> (areas: [Boundary], skipped: Int) {
        let file = try FileStore.open(path)
        let made = try OpenFile.inMemory()
        let reading = try await reader.boundaries(source: file.descriptor, output: made.descriptor, keys: keys)
        guard reading.reason.isEmpty else { throw ValidationError(reading.reason) }
        return (
            try BoundarySet(parsing: made.readAll(limit: BoundarySet.largestSize)).boundaries, reading.skipped
        )
    }
}
