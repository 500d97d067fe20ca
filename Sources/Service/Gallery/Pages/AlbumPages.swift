internal import UprightAlbums

/// The pages that show albums.
struct AlbumPages: Sendable {
    let frame: PageFrame

    /// The number of albums of each kind on the first page: few, with large covers.
    private static let few = 8
    /// The number of albums on a page of one kind.
    static let albumsPerPage = 240
    static let picturesPerPage = 120
    /// The most albums that one can be merged into.
    static let mostOthers = 2000
    /// The id of the pseudo-album of pictures without a place.
    static let placeless = "no-place"

    /// The id of the pseudo-album of hidden pictures.
    static let hidden = "hidden"

    /// Albums that are listed together.
    struct Shelf: Hashable {
        var kind: AlbumKind
        /// Whether trips are those of one day, or the others; nil for other kinds.
        var dayTrips: Bool?
        /// Its name in addresses and words.
        var name: String { dayTrips == true ? "daytrip" : kind.rawValue }
    }

    /// The shelves, in the order of the first page.
    static let shelves =
        [Shelf(kind: .trip, dayTrips: false), Shelf(kind: .trip, dayTrips: true)]
        + [.country, .city, .animated, .region, .district, .day].map { Shelf(kind: $0) }

    private func leading(_ shelf: Shelf, limit: Int, offset: Int = 0) throws(AlbumsError) -> (
        albums: [Album], count: Int
    ) {
        try frame.content.library.leading(shelf.kind, dayTrips: shelf.dayTrips, limit: limit, offset: offset)
    }

    /// The albums of a kind in display order: places by size, times from the latest.
    static func sorted(_ albums: [Album], _ kind: AlbumKind) -> [Album] {
        switch kind {
        case .trip, .day: albums.sorted { ($0.first ?? -.infinity, $0.id) > ($1.first ?? -.infinity, $1.id) }
        default: albums.sorted { ($1.count, $0.originalTitle, $0.id) < ($0.count, $1.originalTitle, $1.id) }
        }
    }

    /// The first albums of every kind.
    func index() throws(AlbumsError) -> HTML {
        let page = PagePath.albums
        let counts = try frame.content.library.counts()
        var kinds: [[String: PageTemplate.Value]] = []
        // The timeline shows the days.
        for shelf in Self.shelves where shelf.kind != .day {
            let (albums, count) = try leading(shelf, limit: Self.few)
            guard !albums.isEmpty else { continue }
            let more = frame.link(.kind(shelf.name, page: 1), from: page)
            kinds.append([
                "kind": .text(shelf.name), "title": .text(frame.words["kind.\(shelf.name)"]),
                "all": .text(frame.words.text("albums.all.\(shelf.name)", ["n": frame.words.grouped(count)])),
                "more": .text(count > Self.few ? more : ""),
                "tiles": .html(try frame.tiles(albums, from: page)),
            ])
        }
        let body = frame.filled(
            "albums",
            [
                "heading": .text(frame.words["nav.albums"]), "empty": .flag(kinds.isEmpty), "kinds": .list(kinds),
                "lead": .text(
                    frame.words.count("pictures", counts.photos) + ", "
                        + frame.words.text("albums.positioned", ["n": frame.words.grouped(counts.positioned)])),
            ])
        return frame.document(page, title: frame.words["nav.albums"], kind: "albums", body)
    }

    func kind(_ name: String, page number: Int) throws(AlbumsError) -> HTML? {
        guard let shelf = Self.shelves.first(where: { $0.name == name }) else { return nil }
        let heading = frame.words["kind.\(name)"]
        guard number >= 1 else { return nil }
        let (offset, isTooFar) = (number - 1).multipliedReportingOverflow(by: Self.albumsPerPage)
        guard !isTooFar else { return nil }
        let (albums, count) = try leading(shelf, limit: Self.albumsPerPage, offset: offset)
        let last = max(1, (count + Self.albumsPerPage - 1) / Self.albumsPerPage)
        guard number <= last else { return nil }
        let page = PagePath.kind(name, page: number)
        let body = frame.filled(
            "albums",
            [
                "heading": .text(heading), "tiles": .html(try frame.tiles(albums, from: page)),
                "pager": .html(frame.pager(number, of: last) { frame.link(.kind(name, page: $0), from: page) }),
            ])
        return frame.document(page, title: heading, kind: "albums", body)
    }

    /// A page of an album; nil if it does not exist.
    ///
    /// - Parameter path: Where the page is, if not at its own path.
    func album(_ id: String, page number: Int, at path: PagePath? = nil) throws(AlbumsError) -> HTML? {
        let library = frame.content.library
        let page = path ?? PagePath.album(id, page: number)
        let offset = (min(max(number, 1), 1_000_000) - 1) * Self.picturesPerPage
        if id == Self.placeless {
            let count = try library.lacking().placeless
            let photos = try library.placeless(offset: offset, limit: Self.picturesPerPage)
            return try pictures(
                page, number, id: id, title: frame.words["timeline.placeless"], count: count, photos,
                extra: [:])
        }
        if id == Self.hidden, frame.mayChange {
            let photos = try library.hidden(offset: offset, limit: Self.picturesPerPage)
            return try pictures(
                page, number, id: id, title: frame.words["hidden.title"], count: try library.hiddenCount(), photos,
                extra: [:])
        }
        guard let found = try library.albumIfPresent(id) else { return nil }
        let album = try frame.named([found])[0]
        var parents: [Album] = []
        var next = album.parent
        while frame.parcel == nil, let id = next, parents.count < 8, let parent = try library.albumIfPresent(id) {
            parents.insert(parent, at: 0)
            next = parent.parent
        }
        let photos = try library.photos(in: id, offset: offset, limit: Self.picturesPerPage)
        let parts = number == 1 && frame.parcel == nil ? AlbumPages.sorted(try library.albums(in: id), .city) : []
        let partsTitle =
            switch parts.first?.kind {
            case .region?: frame.words["parts.region"]
            case .city?: frame.words["parts.city"]
            case .district?: frame.words["parts.district"]
            default: frame.words["parts.all"]
            }
        var extra: [String: PageTemplate.Value] = [
            "parents": .list(
                try frame.named(parents).map {
                    [
                        "link": .text(frame.link(.album($0.id, page: 1), from: page)), "name": .text($0.title),
                        "language": frame.language(of: $0),
                    ]
                }),
            "language": frame.language(of: album), "dates": .text(dates(of: album)),
            "datesLanguage": frame.dateLanguage, "partsTitle": .text(partsTitle),
            "parts": .html(try frame.tiles(parts, from: page)),
        ]
        if frame.parcel?.hasSheet ?? (frame.isTechnical && !frame.isStatic) {
            extra["sheet"] = .text(frame.link(.sheet(id, page: 1), from: page))
        }
        if !frame.isStatic {
            let others = try frame.named(
                library.leading(album.kind, limit: Self.mostOthers).albums.filter { $0.id != id })
            extra["editable"] = "1"
            let names = Dictionary(grouping: others) { $0.name(in: frame.naming) }
            extra["others"] = .list(
                others.map { other in
                    let name = other.name(in: frame.naming)
                    return ["name": .text(names[name]?.count == 1 ? name : "\(name) (\(other.id))")]
                })
            extra["merged"] = .list(
                try frame.named(library.merged(into: id)).map {
                    [
                        "id": .text($0.id),
                        "label": .text(frame.words.text("album.separate", ["name": $0.name(in: frame.naming)])),
                    ]
                })
            extra["renamed"] = .text(
                album.isRenamed ? frame.words.text("album.restore", ["name": try frame.originalName(of: album)]) : "")
        }
        return try pictures(
            page, number, id: id, title: album.name(in: frame.naming), count: album.count, photos,
            extra: extra)
    }

    private func pictures(
        _ page: PagePath, _ number: Int, id: String, title: String, count: Int, _ photos: [AlbumPhoto],
        extra: [String: PageTemplate.Value]
    ) throws(AlbumsError) -> HTML? {
        let last = max(1, (count + Self.picturesPerPage - 1) / Self.picturesPerPage)
        guard (1...last).contains(number) else { return nil }
        var values = extra
        values["whole"] = .flag(frame.parcel == nil)
        values["heading"] = .text(title)
        values["root"] = .text(frame.root(from: page))
        values["id"] = .text(id)
        values["token"] = .text(frame.formToken)
        values["summary"] = .text(frame.words.count("pictures", count))
        values["serves"] = .flag(!frame.isStatic && count > 0 && id != Self.hidden)
        values["address"] = .text(page.path)
        values["hides"] = .flag(frame.mayChange)
        values["zip"] = .text(frame.link(.zip(id), from: page))
        values["download"] = .text(
            frame.words.text("album.download", ["size": frame.words.count("pictures", count)]))
        values["rows"] = .html(try frame.rows(photos, .days, context: id, from: page))
        values["pager"] = .html(frame.pager(number, of: last) { frame.link(.album(id, page: $0), from: page) })
        return frame.document(
            page, title: title, kind: "album",
            scripts: (frame.isStatic ? [] : [.asset("select.js")]) + [.asset("grid.js"), .asset("place.js")],
            frame.filled("album", values))
    }

    private func dates(of album: Album) -> String {
        guard let first = album.first.flatMap({ CivilDate(seconds: $0) }),
            let last = album.last.flatMap({ CivilDate(seconds: $0) }), album.kind != .day,
            album.kind != .trip || album.isRenamed
        else { return "" }
        return frame.dates.text(from: first, to: last)
    }
}
