internal import UprightPlaces

/// What every page has around its content.
struct PageFrame: Sendable {
    let content: GalleryContent
    /// Whether pages are written as files, where nothing can be asked for or changed.
    let isStatic: Bool
    /// What a form must carry, so that no other site can send one in the user's name.
    var formToken = ""
    /// What leads from every page to the gallery's own folder, where that is not known yet: see ``data(_:)``.
    var fixedRoot: String?

    /// Stands for the way to the gallery's folder in data that pages of several folders load.
    private static let anyRoot = "~root~/"

    /// The frame for parts of pages that scripts put into pages of any folder.
    var forAnyPage: PageFrame {
        var frame = self
        frame.fixedRoot = Self.anyRoot
        return frame
    }

    /// What leads from a page to the gallery's folder: links are relative, so that the gallery may lie anywhere.
    func root(from page: PagePath) -> String { fixedRoot ?? String(repeating: "../", count: page.depth) }

    /// A link from one page to another.
    func link(_ to: PagePath, from page: PagePath) -> String { root(from: page) + to.path }

    /// The policy that no page may do more than show what the gallery itself holds.
    static let policy =
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'"

    /// A whole document.
    ///
    /// - Parameters:
    ///   - depth: how deep in folders the address is that it answers, where that is not the page's own.
    ///   - kind: what the style of the page goes by.
    func document(
        _ page: PagePath, depth: Int? = nil, title: String, kind: String = "", scripts: [PagePath] = [],
        query: String = "", _ body: HTML
    ) -> HTML {
        let root = depth.map { String(repeating: "../", count: $0) } ?? root(from: page)
        let items: [(PagePath, String)] = [
            (.timeline, "Pictures"), (.albums, "Albums"), (.map, "Map"), (.search, "Search"), (.failures, "Failures"),
        ]
        let navigation = items.map { item -> [String: Template.Value] in
            [
                "link": .text(root + item.0.path), "name": .text(item.1),
                "current": .flag(item.0 == page && kind != "message"),
            ]
        }
        return Template.named("page").filled([
            "policy": .text(isStatic ? Self.policy : ""), "root": .text(root), "title": .text(content.title),
            "heading": .text(title == content.title ? title : "\(title) · \(content.title)"),
            "scripts": .list(scripts.map { ["source": .text(root + $0.path)] }), "kind": .text(kind),
            "static": .flag(isStatic), "navigation": .list(navigation), "query": .text(query), "body": .html(body),
            "attribution": .text(content.gazetteer.about.attribution),
        ])
    }

    /// A page that says one thing.
    func message(_ heading: String, _ text: String, isAlert: Bool = false, depth: Int) -> HTML {
        let body = Template.named("message").filled([
            "heading": .text(heading), "text": .text(text), "alert": .flag(isAlert),
            "root": .text(String(repeating: "../", count: depth)),
        ])
        return document(.timeline, depth: depth, title: heading, kind: "message", body)
    }
}
