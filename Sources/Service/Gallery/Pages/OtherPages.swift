internal import UprightAlbums
internal import UprightFiles
internal import UprightJournal
internal import UprightPlaces

/// The map, the search, the failures and the page about the data.
struct OtherPages: Sendable {
    let frame: PageFrame

    /// How many pictures a page of results shows.
    static let resultsPerPage = 120

    /// The page with the map; the list of countries stands in for it where there are no scripts.
    func map() throws(AlbumsError) -> HTML {
        let page = PagePath.map
        let countries = AlbumPages.sorted(try frame.content.library.albums(of: [.country]), .country)
        let links = countries.map { album -> HTML in
            """
            <li><a href="\(frame.link(.album(album.id, page: 1), from: page))" dir="auto">\(album.title)</a> \
            (\(PageFrame.grouped(album.count)))</li>

            """
        }
        let body: HTML = """
            <h1>Map</h1>
            <div id="map" class="map" role="application" tabindex="0" aria-label="Map of the pictures. Arrow keys move it, plus \
            and minus zoom, Tab goes through the places." data-cells="\(frame.isStatic ? "some" : "all")">
            <canvas aria-hidden="true"></canvas>
            <div class="markers"></div>
            <div class="zoom"><button type="button" data-zoom="in" aria-label="Zoom in">+</button>\
            <button type="button" data-zoom="out" aria-label="Zoom out">−</button>\
            <button type="button" data-zoom="all" aria-label="Show all pictures">⤢</button></div>
            </div>
            <p id="map-status" role="status"></p>
            <section aria-labelledby="countries"><h2 id="countries">Countries</h2><ul class="plain">\(links)</ul></section>
            """
        return frame.document(page, title: "Map", scripts: [.points, .asset("map.js")], body)
    }

    /// The form, and what was found.
    func search(_ query: GalleryQuery) throws(AlbumsError) -> HTML {
        let page = PagePath.search
        var body: HTML = """
            <h1>Search</h1>
            <form class="search" method="get" action="search.html" role="search">
            <label>Place or file name <input type="search" name="q" value="\(query.words)" maxlength="200"></label>
            <label>From <input type="date" name="from" value="\(query.from ?? "")"></label>
            <label>To <input type="date" name="to" value="\(query.to ?? "")"></label>
            <button type="submit">Search</button>
            </form>

            """
        guard !frame.isStatic else {
            body += """
                <p id="found" role="status"></p><ul id="results" class="pictures"></ul>
                <noscript><p>Searching these pages needs JavaScript.</p></noscript>
                """
            return frame.document(
                page, title: "Search", scripts: [.asset("search-index.js"), .asset("search.js")], body)
        }
        guard !query.isEmpty else { return frame.document(page, title: "Search", body) }
        let offset = (query.page - 1) * Self.resultsPerPage
        let found = try frame.content.library.search(
            words: query.words.split(separator: " ").map(String.init), from: query.first, to: query.beyond,
            limit: Self.resultsPerPage + 1, offset: offset)
        let shown = found.prefix(Self.resultsPerPage)
        let range = shown.isEmpty ? "Nothing was found." : "Pictures \(offset + 1) to \(offset + shown.count)"
        body += "<p role=\"status\">\(range)</p>\n\(frame.tiles(shown, from: page))"
        var links: [HTML] = []
        if query.page > 1 {
            links.append("<li><a rel=\"prev\" href=\"\(query.link(page: query.page - 1))\">Previous</a></li>")
        }
        if found.count > Self.resultsPerPage {
            links.append("<li><a rel=\"next\" href=\"\(query.link(page: query.page + 1))\">Next</a></li>")
        }
        if !links.isEmpty { body += "<nav class=\"pager\" aria-label=\"Pages\"><ul>\(links)</ul></nav>" }
        return frame.document(page, title: "Search", body)
    }

    /// Failures that a page shows at most.
    private static let mostFailures = 500

    /// What went wrong, why, and a way to try it again.
    func failures(notice: String = "") async throws(JournalError) -> HTML {
        let page = PagePath.failures
        var failures: [PictureRecord] = []
        if let journal = frame.content.journal {
            failures = try await journal.summary(failures: Self.mostFailures).failures
        }
        let message: HTML = notice.isEmpty ? "" : "<p role=\"status\" class=\"notice\">\(notice)</p>\n"
        let rows = failures.map { failure -> HTML in
            let date = failure.finished.flatMap { CivilDate(seconds: Double($0) / 1000) }?.description ?? ""
            let button: HTML =
                frame.isStatic
                ? ""
                : """
                <form method="post" action="failures.html"><input type="hidden" name="token" value="\(frame.formToken)">\
                <input type="hidden" name="source" value="\(Self.hexadecimal(failure.source))">\
                <button type="submit" aria-label="Retry \(failure.source.description)">Retry</button></form>
                """
            return """
                <li><p class="path" dir="auto">\(failure.source.description)</p>
                <p><span class="badge">\(failure.outcome ?? "waiting")</span> <span dir="auto">\(failure.reason)</span></p>
                <p class="small">\(PageFrame.count(failure.attempts, "try").replacing("trys", with: "tries"))\
                \(date.isEmpty ? "" : ", the last on \(date)")</p>\(button)</li>

                """
        }
        let all: HTML =
            frame.isStatic || failures.isEmpty
            ? ""
            : """
            <form method="post" action="failures.html"><input type="hidden" name="token" value="\(frame.formToken)">\
            <input type="hidden" name="source" value="all"><button type="submit">Retry all</button></form>

            """
        let body: HTML = """
            <h1>Failures</h1>
            \(message)<p class="lead">\(failures.isEmpty ? "Nothing has failed." : PageFrame.count(failures.count, "file"))</p>
            \(all)<ul class="failures">\(rows)</ul>
            """
        return frame.document(page, title: "Failures", body)
    }

    /// A path as text that any form carries unharmed: names of files need not be UTF-8.
    static func hexadecimal(_ path: RawPath) -> String {
        path.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Whose data the names and the map are.
    func about() -> HTML {
        let about = frame.content.gazetteer.about
        let sources = about.sources.map { source -> HTML in "<li>\(source)</li>" }
        let counts = about.counts.map { ($0.name, PageFrame.grouped($0.count)) }
        let body: HTML = """
            <h1>About the data</h1>
            <p>\(about.attribution)</p>
            <h2>Sources</h2><ul>\(sources)</ul>
            <h2>Version</h2><p class="path">\(about.version)</p>
            <h2>Content</h2>\(PicturePage.list(counts))
            """
        return frame.document(.about, title: "About the data", body)
    }
}
