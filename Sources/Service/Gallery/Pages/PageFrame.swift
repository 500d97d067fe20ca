internal import UprightPlaces

/// What every page has around its content.
struct PageFrame: Sendable {
    let content: GalleryContent
    /// Whether pages are written as files, where nothing can be asked for or changed.
    let isStatic: Bool
    /// What a form must carry, so that no other site can send one in the user's name.
    var formToken = ""

    /// A link from one page to another, relative, so that the gallery may lie anywhere.
    func link(_ to: PagePath, from page: PagePath) -> String {
        String(repeating: "../", count: page.depth) + to.path
    }

    /// The policy that no page may do more than show what the gallery itself holds.
    static let policy =
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'"

    /// A whole document.
    func document(
        _ page: PagePath, title: String, scripts: [PagePath] = [], _ body: HTML
    ) -> HTML {
        let heading = title == content.title ? title : "\(title) · \(content.title)"
        let items: [(PagePath, String)] = [
            (.albums, "Albums"), (.map, "Map"), (.search, "Search"), (.failures, "Failures"),
        ]
        let navigation = items.map { item -> HTML in
            let current: HTML = item.0 == page ? " aria-current=\"page\"" : ""
            return "<li><a href=\"\(link(item.0, from: page))\"\(current)>\(item.1)</a></li>"
        }
        let loaded = scripts.map { script -> HTML in
            "<script src=\"\(link(script, from: page))\" defer></script>\n"
        }
        let policy: HTML =
            isStatic ? "<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.policy)\">\n" : ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            \(policy)<meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(heading)</title>
            <link rel="stylesheet" href="\(link(.asset("gallery.css"), from: page))">
            <link rel="icon" href="\(link(.asset("icon.svg"), from: page))" type="image/svg+xml">
            \(loaded)</head>
            <body>
            <a class="skip" href="#content">Skip to the content</a>
            <header>
            <a class="home" href="\(link(.albums, from: page))">\(content.title)</a>
            <nav aria-label="Gallery"><ul>\(navigation)</ul></nav>
            </header>
            <main id="content" tabindex="-1">
            \(body)
            </main>
            <footer><p>\(content.gazetteer.about.attribution) <a href="\(link(.about, from: page))">About the data</a></p>
            </footer>
            </body>
            </html>

            """
    }

    /// `1 picture`, `2 pictures`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A whole number with a thin space between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(abs(number)))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "\u{202F}" }
            text.append(digit)
        }
        return text
    }
}
