internal import UprightConfiguration
internal import UprightAlbums
internal import UprightPlaces
internal import UprightFormats
internal import UprightRewriting

/// The map, the search and the page about the data.
struct OtherPages: Sendable {
    let frame: PageFrame

    /// The number of pictures on a page of results.
    static let resultsPerPage = 120
    /// The most values of each kind offered to narrow a search.
    private static let maximumValues = 12

    /// The page with the map, and a list of countries for browsers without scripts.
    func map() throws(AlbumsError) -> HTML {
        let countries = AlbumPages.sorted(try frame.content.library.albums(of: [.country]), .country)
        // Pages on disk can read no archive.
        let tiles = frame.isStatic ? nil : frame.content.tiles
        var (archive, images) = ("", "")
        switch tiles?.source {
        case .archive: archive = frame.link(.tiles, from: .map)
        case .images(let template, _): images = template
        case .none: break
        }
        let settles = try frame.content.library.homes().isEmpty && frame.mayChange
        let home =
            try frame.content.library.mapHome().map {
                "\(PictureFactRows.degrees($0.latitude)), \(PictureFactRows.degrees($0.longitude))"
            } ?? ""
        let body = frame.filled(
            "map",
            [
                "archive": .text(archive), "images": .text(images),
                // A home that the configuration names counts first.
                "settles": .flag(settles),
                "token": .text(frame.formToken),
                "home": .text(home),
                "credit": .text(tiles?.credit ?? ""),
                "cells": .text(frame.isStatic ? "some" : "all"),
                "countries": .list(
                    try frame.named(countries).map {
                        [
                            "link": .text(frame.link(.album($0.id, page: 1), from: .map)), "name": .text($0.title),
                            "count": .text(frame.words.grouped($0.count)),
                        ]
                    }),
            ])
        return frame.document(
            .map, title: frame.words["nav.map"], kind: "map",
            scripts: [.points] + (tiles == nil ? [] : [.asset("tiles.js")]) + [.asset("map.js")], body)
    }

    /// The search form and the results.
    func search(_ query: GalleryQuery) throws(AlbumsError) -> HTML {
        var values: [String: PageTemplate.Value] = [
            "root": "", "words": .text(query.words), "from": .text(query.from ?? ""), "to": .text(query.to ?? ""),
            "static": .flag(frame.isStatic), "asked": .flag(!frame.isStatic && !query.isEmpty),
        ]
        if !frame.isStatic, !query.isEmpty {
            let offset = (query.page - 1) * Self.resultsPerPage
            let search = search(for: query)
            let facets = try frame.content.library.facets(search)
            let photos = try frame.content.library.search(search, limit: Self.resultsPerPage, offset: offset)
            values["found"] = .text(
                facets.total == 0 ? frame.words["search.none"] : frame.words.count("found", facets.total))
            values["rows"] = .html(try frame.rows(photos, .days, from: .search))
            values["facets"] = .list(try self.facets(facets, query))
            let last = max(1, (facets.total + Self.resultsPerPage - 1) / Self.resultsPerPage)
            values["pager"] = .html(frame.pager(query.page, of: last) { query.link(page: $0) })
        }
        let scripts: [PagePath] =
            frame.isStatic
            ? [.asset("search-index.js"), .asset("search.js")] : [.asset("grid.js"), .asset("place.js")]
        return frame.document(
            .search, title: frame.words["search.title"], kind: "search", scripts: scripts, query: query.words,
            frame.filled("search", values))
    }

    /// The search that a query means in the languages of the reader and of the albums.
    private func search(for query: GalleryQuery) -> PictureSearch {
        var search = query.search
        search.whole = Set(
            search.words.filter { frame.content.gazetteer.isCountry($0, in: frame.words.language) })
        let others = GalleryWords.languages.map { DateLanguage($0) }
        search.takeDates(in: [frame.dates, frame.naming] + others)
        return search
    }

    private func facets(_ facets: SearchFacets, _ query: GalleryQuery) throws(AlbumsError) -> [[String: PageTemplate
        .Value]]
    {
        func part(
            _ title: String, _ counts: [SearchFacets.Count], _ key: WritableKeyPath<GalleryQuery, String?>
        ) -> [String: PageTemplate.Value]? {
            let chosen = query[keyPath: key]
            guard counts.count > 1 || chosen != nil else { return nil }
            let values = counts.prefix(Self.maximumValues).map { count -> [String: PageTemplate.Value] in
                var narrowed = query
                narrowed[keyPath: key] = chosen == count.value ? nil : count.value
                narrowed.page = 1
                return [
                    "link": .text(narrowed.link()), "name": .text(count.title),
                    "count": .text(frame.words.grouped(count.count)),
                    "current": .flag(chosen == count.value),
                ]
            }
            return ["title": .text(title), "values": .list(values)]
        }
        var countries = facets.countries
        for index in countries.indices {
            let (code, name) = (countries[index].value, countries[index].title)
            countries[index].title = try frame.place(Place(countryCode: code, country: name, source: "")).country
        }
        let kinds = facets.kinds.map { kind in
            var kind = kind
            let format = ReadableFormats.description(of: ImageType(rawValue: kind.value))
            kind.title = kind.value == "animated" ? frame.words["kind.animated"] : format?.name ?? kind.value
            return kind
        }
        func title(_ key: String) -> String {
            guard facets.isPartial else { return frame.words[key] }
            return frame.words.text("search.ofFirst", ["what": frame.words[key], "n": frame.words.grouped(50_000)])
        }
        return [
            part(title("facet.year"), facets.years, \.year), part(title("facet.country"), countries, \.country),
            part(title("facet.camera"), facets.cameras, \.camera), part(title("facet.kind"), kinds, \.kind),
        ].compactMap { $0 }
    }

    /// The page about the sources of the names and the map.
    func about() -> HTML {
        let about = frame.content.gazetteer.about
        let body = frame.filled(
            "about",
            [
                "attribution": .text(about.attribution), "version": .text(about.version),
                "sources": .list(about.sources.map { ["source": .text($0)] }),
                "counts": .list(
                    about.counts.map { ["name": .text($0.name), "count": .text(frame.words.grouped($0.count))] }),
            ])
        return frame.document(.about, title: frame.words["about.title"], body)
    }
}
