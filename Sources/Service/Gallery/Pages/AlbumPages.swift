internal import UprightAlbums

/// The pages that show albums.
struct AlbumPages: Sendable {
    let frame: PageFrame

    /// How many albums of a kind the first page shows.
    private static let few = 24
    /// How many albums a page of one kind shows.
    static let albumsPerPage = 240
    /// How many pictures a page of an album shows.
    static let picturesPerPage = 120

    /// The kinds in the order of the first page.
    static let kinds: [(kind: AlbumKind, heading: String)] = [
        (.country, "Countries"), (.trip, "Trips"), (.city, "Cities"), (.animated, "Animated"), (.region, "Regions"),
        (.district, "Districts"), (.day, "Days"),
    ]

    /// The albums of a kind as pages show them: places by size, times the latest first.
    static func sorted(_ albums: [Album], _ kind: AlbumKind) -> [Album] {
        switch kind {
        case .trip, .day: albums.sorted { ($0.first ?? -.infinity, $0.id) > ($1.first ?? -.infinity, $1.id) }
        default: albums.sorted { ($1.count, $0.originalTitle, $0.id) < ($0.count, $1.originalTitle, $1.id) }
        }
    }

    /// The first page.
    func index() throws(AlbumsError) -> HTML {
        let page = PagePath.albums
        let counts = try frame.content.library.counts()
        var body: HTML = """
            <h1>\(frame.content.title)</h1>
            <p class="lead">\(PageFrame.count(counts.photos, "picture")), \(PageFrame.grouped(counts.positioned)) of them with \
            a position</p>

            """
        var isEmpty = true
        for (kind, heading) in Self.kinds {
            let (albums, count) = try frame.content.library.leading(kind, limit: Self.few)
            guard !albums.isEmpty else { continue }
            isEmpty = false
            let more: HTML =
                count > Self.few
                ? """
                <p><a href="\(frame.link(.kind(kind.rawValue, page: 1), from: page))">All \
                \(PageFrame.grouped(count)) \(heading.lowercased())</a></p>

                """ : ""
            body += """
                <section aria-labelledby="\(kind.rawValue)"><h2 id="\(kind.rawValue)">\(heading)</h2>
                \(frame.tiles(albums, from: page))\(more)</section>

                """
        }
        if isEmpty { body += "<p>There are no albums yet: they fill as pictures are normalized.</p>\n" }
        return frame.document(page, title: frame.content.title, body)
    }

    /// All albums of a kind.
    func kind(_ name: String, page number: Int) throws(AlbumsError) -> HTML? {
        guard let (kind, heading) = Self.kinds.first(where: { $0.kind.rawValue == name }) else { return nil }
        guard number >= 1 else { return nil }
        let (offset, isTooFar) = (number - 1).multipliedReportingOverflow(by: Self.albumsPerPage)
        guard !isTooFar else { return nil }
        let (albums, count) = try frame.content.library.leading(kind, limit: Self.albumsPerPage, offset: offset)
        let last = max(1, (count + Self.albumsPerPage - 1) / Self.albumsPerPage)
        guard number <= last else { return nil }
        let page = PagePath.kind(name, page: number)
        let body: HTML = """
            <h1>\(heading)</h1>
            \(frame.tiles(albums, from: page))\
            \(frame.pager(number, of: last, from: page) { frame.link(.kind(name, page: $0), from: page) })
            """
        return frame.document(page, title: heading, body)
    }

    /// A page of an album; nil where there is none.
    func album(_ id: String, page number: Int) throws(AlbumsError) -> HTML? {
        let library = frame.content.library
        guard let album = try library.albumIfPresent(id) else { return nil }
        let last = max(1, (album.count + Self.picturesPerPage - 1) / Self.picturesPerPage)
        guard (1...last).contains(number) else { return nil }
        let page = PagePath.album(id, page: number)
        var parents: [Album] = []
        var next = album.parent
        while let id = next, parents.count < 8, let parent = try library.albumIfPresent(id) {
            parents.insert(parent, at: 0)
            next = parent.parent
        }
        let photos = try library.photos(
            in: id, offset: (number - 1) * Self.picturesPerPage, limit: Self.picturesPerPage)
        let parts = number == 1 ? AlbumPages.sorted(try library.albums(in: id), .city) : []
        let trail = parents.map { parent -> HTML in
            "<li><a href=\"\(frame.link(.album(parent.id, page: 1), from: page))\" dir=\"auto\">\(parent.title)</a></li>"
        }
        let title = frame.name(of: album)
        let within: HTML =
            parts.isEmpty
            ? ""
            : """
            <section aria-labelledby="parts"><h2 id="parts">Within it</h2>
            \(frame.tiles(parts, from: page))</section>

            """
        let body: HTML = """
            <nav class="trail" aria-label="Where this is"><ul><li><a href="\(frame.link(.albums, from: page))">Albums</a></li>\
            \(trail)</ul></nav>
            <h1 dir="auto">\(title)</h1>
            <p class="lead">\(PageFrame.count(album.count, "picture"))\(dates(of: album))</p>
            \(within)<section aria-label="Pictures">
            \(frame.tiles(photos, from: page))</section>
            \(frame.pager(number, of: last, from: page) { frame.link(.album(id, page: $0), from: page) })
            """
        return frame.document(page, title: title, body)
    }

    private func dates(of album: Album) -> String {
        guard let first = album.first.flatMap({ CivilDate(seconds: $0) }),
            let last = album.last.flatMap({ CivilDate(seconds: $0) }), album.kind != .day
        else { return "" }
        return first == last ? ", \(first)" : ", \(first) to \(last)"
    }
}
