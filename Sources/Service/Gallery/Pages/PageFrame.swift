internal import UprightAlbums
internal import UprightConfiguration
internal import UprightPlaces

/// The frame around the content of every page.
struct PageFrame: Sendable {
    let content: GalleryContent
    /// The gallery's own words.
    var words = GalleryWords.english
    /// Whether the pages also show what only operators need: failures, paths, sources, all metadata.
    var isTechnical = true
    /// The album that the pages show, and nothing else; nil for the whole gallery.
    var parcel: GalleryParcel?
    /// The language of places and of albums' names.
    var naming = DateLanguage.english
    /// Names places in the language of the page; nil if their stored names are in it, or are all there is.
    var names: PlaceNames?
    /// The versions of pictures that were changed, for addresses of what browsers keep.
    var versions: [Int64: Int] = [:]
    /// Whether visitors may change pictures and the queue.
    var mayChange: Bool { !isStatic && parcel == nil && content.turning != nil }
    /// Whether pages are exported as files, which have no server to send requests to.
    let isStatic: Bool
    /// The token of every form, without which another site could submit forms on the user's behalf (CSRF).
    var formToken = ""
    /// A fixed value of ``root(from:)`` for markup whose page is not known yet: see ``forAnyPage``.
    var fixedRoot: String?

    /// The language of dates: that of the pages.
    var dates: DateLanguage { DateLanguage(words.language) }

    /// A template filled with values and words.
    func filled(_ template: String, _ values: [String: PageTemplate.Value]) -> HTML {
        PageTemplate.named(template).filled(values, words.values)
    }

    /// A placeholder for the path to the gallery's folder, in data that pages in different folders load.
    private static let anyRoot = "~root~/"

    /// The frame for markup that scripts insert into pages in any folder.
    var forAnyPage: PageFrame {
        var frame = self
        frame.fixedRoot = Self.anyRoot
        return frame
    }

    /// The relative path from a page to the gallery's folder. Links are relative, so that the gallery can be anywhere.
    func root(from page: PagePath) -> String { fixedRoot ?? String(repeating: "../", count: page.depth) }

    /// A link from one page to another.
    func link(_ to: PagePath, from page: PagePath) -> String {
        let version: Int? =
            switch to {
            case .thumbnail(let id, _), .preview(let id), .original(let id, _): versions[id]
            default: nil
            }
        return root(from: page) + to.path + (version.map { "?\($0)" } ?? "")
    }

    /// The Content-Security-Policy: pages can only load resources of the gallery itself.
    static let policy =
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'"

    /// The policy of the map, which also draws tiles: parts of the archive, or images of the server that the
    /// configuration names.
    static func policy(with tiles: MapTiles?) -> String {
        switch tiles?.source {
        case .none: policy
        case .archive: policy + "; connect-src 'self'"
        case .images(_, let origin): policy.replacing("img-src 'self'", with: "img-src 'self' \(origin)")
        }
    }

    /// A whole document.
    ///
    /// - Parameters:
    ///   - depth: The depth of the requested path in folders, if that differs from the page's own.
    ///   - kind: The page's kind, which selects its style.
    func document(
        _ page: PagePath, depth: Int? = nil, title: String, kind: String = "", scripts: [PagePath] = [],
        query: String = "", _ body: HTML
    ) -> HTML {
        let root = depth.map { String(repeating: "../", count: $0) } ?? root(from: page)
        var items: [(PagePath, String)] = [
            (.timeline, words["nav.pictures"]), (.albums, words["nav.albums"]), (.map, words["nav.map"]),
        ]
        if parcel != nil { items = [] }
        if isTechnical, parcel == nil { items.append((.failures, words["nav.failures"])) }
        let scripts = scripts.isEmpty ? [] : [.words(words.language), .asset("words.js")] + scripts
        let navigation = items.map { item -> [String: PageTemplate.Value] in
            [
                "link": .text(root + item.0.path), "name": .text(item.1),
                "current": .flag(item.0 == page && kind != "message"),
            ]
        }
        return filled(
            "page",
            [
                "policy": .text(isStatic ? Self.policy : ""), "root": .text(root), "title": .text(content.title),
                "heading": .text(title == content.title ? title : "\(title) · \(content.title)"),
                "scripts": .list(scripts.map { ["source": .text(root + $0.path)] }), "kind": .text(kind),
                "static": .flag(isStatic), "navigation": .list(navigation), "query": .text(query), "body": .html(body),
                "attribution": .text(content.gazetteer.about.attribution), "pageLanguage": .text(words.language),
                "direction": .text(words.direction), "searches": .flag(parcel == nil), "token": .text(formToken),
                "switch": .text(isStatic ? "" : words[isTechnical ? "technical.off" : "technical.on"]),
                "on": .text(isTechnical ? "no" : "yes"), "path": .text(page.path),
            ])
    }

    /// A page with a single message.
    func message(_ heading: String, _ text: String, isAlert: Bool = false, depth: Int) -> HTML {
        let body = filled(
            "message",
            [
                "heading": .text(heading), "text": .text(text), "alert": .flag(isAlert),
                "root": .text(String(repeating: "../", count: depth)),
            ])
        return document(.timeline, depth: depth, title: heading, kind: "message", body)
    }
}
