internal import UprightBase
internal import UprightEngine
internal import UprightAlbums
internal import UprightFiles
internal import ArgumentParser
internal import UprightPlaces
internal import UprightFormats

/// `upright albums list`.
struct AlbumsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the albums of a folder, or of the configured ones.",
        discussion: """
            Examples:
              upright albums list ~/Upright
              upright albums list --kind city --json
            """)

    @OptionGroup var folder: FolderArgument

    @OptionGroup var named: AlbumLibraryOptions

    @Option(
        help: "Only albums of this kind: country, region, city, district, trip, day, animated. Default: all but day.",
        completion: .list(AlbumKind.allCases.map(\.rawValue)))
    var kind: [String] = []

    func validate() throws {
        for kind in kind where AlbumKind(rawValue: kind) == nil {
            let kinds = AlbumKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\"\(kind)\" is not a kind of album: expected one of \(kinds).")
        }
    }

    func run() async throws {
        let options = folder.naming(named)
        try await options.with(isReadOnly: true) { library, _ in
            let language = try library.dateLanguage()
            // A day is a page of the timeline: its albums are listed on request.
            let kinds = kind.isEmpty ? AlbumKind.allCases.filter { $0 != .day } : kind.compactMap(AlbumKind.init)
            let albums = try library.albums(of: kinds)
            // Of the trips, those of one day last.
            let afterTrips = albums.lastIndex { $0.kind == .trip }.map { $0 + 1 } ?? 0
            let holidays = albums[..<afterTrips].filter { !$0.isDayTrip }
            for album in holidays + albums[..<afterTrips].filter(\.isDayTrip) + albums[afterTrips...] {
                Console.shared.print(options.json ? album.json.serialized : album.line(in: language))
            }
        }
    }
}

extension Album {
    var json: JSONValue {
        .object([
            ("id", .string(id)), ("kind", .string(kind.rawValue)), ("title", .string(title)),
            ("originalTitle", .string(originalTitle)), ("parent", .text(parent)),
            ("countryCode", .text(countryCode)), ("count", .integer(count)),
            ("first", .text(first.flatMap { CivilDate(seconds: $0) }?.description)),
            ("last", .text(last.flatMap { CivilDate(seconds: $0) }?.description)), ("isDayTrip", .boolean(isDayTrip)),
        ])
    }

    func line(in language: DateLanguage) -> String {
        let kind = isDayTrip ? "day trip" : self.kind.rawValue
        let number = String(count)
        let name = isRenamed ? "\(title) (\(originalTitle))" : name(in: language)
        return id + "  " + kind + String(repeating: " ", count: max(0, 9 - kind.count))
            + String(repeating: " ", count: max(0, 7 - number.count)) + number + "  " + name
    }
}

extension AlbumPhoto {
    var json: JSONValue {
        .object([
            ("path", .string(path.exact)), ("source", .text(source)), ("type", .text(type)),
            ("date", .text(time.flatMap { CivilDate(seconds: $0) }?.description)),
            ("latitude", .measure(position?.latitude)),
            ("longitude", .measure(position?.longitude)),
            ("place", .text(place?.description)), ("isEstimated", .boolean(isEstimated)),
        ])
    }
}
