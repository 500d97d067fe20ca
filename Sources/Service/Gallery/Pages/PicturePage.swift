internal import UprightAlbums
internal import UprightFiles
internal import Foundation
internal import UprightJournal
internal import UprightPlaces

/// The page of one picture: what it shows, what it says of itself, and what was done to it.
struct PicturePage: Sendable {
    let frame: PageFrame

    /// The endings under which picture files are served, by their type.
    static let endings = [
        "public.jpeg": "jpg", "public.png": "png", "com.compuserve.gif": "gif",
    ]

    /// The path of a picture's own file; nil for a type that is not served.
    static func original(_ photo: AlbumPhoto) -> PagePath? {
        endings[photo.type].map { .original(photo.id, extension: $0) }
    }

    /// The page; nil where there is no such picture.
    func page(_ id: Int64) async throws -> HTML? {
        let library = frame.content.library
        guard let photo = try library.photo(id) else { return nil }
        let page = PagePath.picture(id)
        let albums = try library.albums(with: id)
        let name = PageFrame.fileName(of: photo)
        let neighbours = try library.neighbours(of: photo, among: albums)
        let properties = await frame.content.viewer.properties(of: photo.path)
        var record: PictureRecord?
        if let journal = frame.content.journal {
            record = try await journal.records(withOutput: RawPath(photo.path)).first
        }
        let turns: [(Int64?, String, String)] = [
            (neighbours.before, "prev", "Previous"), (neighbours.after, "next", "Next"),
        ]
        let links = turns.map { turn -> HTML in
            guard let id = turn.0 else { return "<li></li>" }
            return "<li><a rel=\"\(turn.1)\" href=\"\(frame.link(.picture(id), from: page))\">\(turn.2)</a></li>"
        }
        let body: HTML = """
            <nav class="trail" aria-label="Albums of this picture"><ul>\(trail(albums, from: page))</ul></nav>
            <h1 class="file" dir="auto">\(name)</h1>
            \(image(photo, from: page))
            <nav class="pager" aria-label="Pictures"><ul>\(links)</ul></nav>
            <div class="columns">
            \(facts(photo, properties))
            \(work(record))
            </div>
            \(all(properties))
            """
        return frame.document(page, title: name, scripts: [.asset("keys.js")], body)
    }

    private func trail(_ albums: [Album], from page: PagePath) -> [HTML] {
        albums.map {
            "<li><a href=\"\(frame.link(.album($0.id, page: 1), from: page))\" dir=\"auto\">\(frame.name(of: $0))</a></li>"
        }
    }

    private func image(_ photo: AlbumPhoto, from page: PagePath) -> HTML {
        // Only the file itself moves.
        let shown = photo.isAnimated ? Self.original(photo) ?? .preview(photo.id) : .preview(photo.id)
        let img: HTML =
            "<img class=\"large\" src=\"\(frame.link(shown, from: page))\" alt=\"\(PageFrame.description(of: photo))\">"
        guard let original = Self.original(photo) else { return "<figure>\(img)</figure>" }
        return """
            <figure><a href="\(frame.link(original, from: page))">\(img)</a>
            <figcaption><a href="\(frame.link(original, from: page))">The file itself</a></figcaption></figure>
            """
    }

    /// What people want to know first, in the order in which they are shown.
    private static let first: [(group: String, name: String, label: String)] = [
        ("", "PixelWidth", "Width in pixels"), ("", "PixelHeight", "Height in pixels"),
        ("{TIFF}", "Make", "Maker"), ("{TIFF}", "Model", "Camera"), ("{Exif}", "LensModel", "Lens"),
        ("{Exif}", "ExposureTime", "Exposure in seconds"), ("{Exif}", "FNumber", "Aperture f/"),
        ("{Exif}", "FocalLength", "Focal length in mm"), ("{Exif}", "ISOSpeedRatings", "ISO"),
        ("{TIFF}", "ImageDescription", "Description"), ("{TIFF}", "Artist", "Artist"),
        ("{TIFF}", "Copyright", "Copyright"),
    ]

    private func facts(_ photo: AlbumPhoto, _ properties: [PictureProperty]) -> HTML {
        var rows: [(String, String)] = []
        if let place = photo.place { rows.append(("Place", place.description)) }
        if let position = photo.position {
            rows.append(("Position", "\(Self.degrees(position.latitude)), \(Self.degrees(position.longitude))"))
            if let altitude = position.altitude { rows.append(("Altitude in metres", "\(altitude)")) }
        }
        if let time = photo.time, let date = CivilDate(seconds: time) {
            let second = Int((time - (time / 86_400).rounded(.down) * 86_400).rounded(.down))
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            rows.append(("Taken", "\(date) \(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"))
        }
        for (group, name, label) in Self.first {
            guard let property = properties.first(where: { $0.group == group && $0.name == name }) else { continue }
            rows.append((label, Self.plain(property)))
        }
        if let source = photo.place?.source { rows.append(("Place found by", source)) }
        rows.append(("File", photo.path))
        if !photo.source.isEmpty { rows.append(("Original", photo.source)) }
        return "<section aria-labelledby=\"facts\"><h2 id=\"facts\">The picture</h2>\(Self.list(rows))</section>"
    }

    /// Degrees to about a decimetre.
    private static func degrees(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }

    /// A value as photographers write it.
    private static func plain(_ property: PictureProperty) -> String {
        let value = property.value
        if value.hasPrefix("["), value.hasSuffix("]") { return String(value.dropFirst().dropLast()) }
        if property.name == "ExposureTime", let seconds = Double(value), seconds > 0, seconds < 0.4 {
            return "1/\(Int((1 / max(seconds, 1e-6)).rounded()))"
        }
        return value
    }

    static func list(_ rows: [(String, String)]) -> HTML {
        let items = rows.map { row -> HTML in "<div><dt>\(row.0)</dt><dd dir=\"auto\">\(row.1)</dd></div>\n" }
        return "<dl>\(items)</dl>"
    }

    /// The parts of a report that the page shows.
    private struct Report: Decodable {
        struct Change: Decodable {
            var what: String
            var from: String
            var to: String
        }
        struct Component: Decodable {
            var id: Int
            var turn: String
        }
        var outcome: String
        var orientation: Int?
        var changes: [Change]
        var components: [Component]
        var warnings: [String]
    }

    private func work(_ record: PictureRecord?) -> HTML {
        guard let record else {
            return """
                <section aria-labelledby="work"><h2 id="work">What was done</h2><p>The journal does not know this \
                picture.</p></section>
                """
        }
        var rows = [("Outcome", record.outcome ?? "waiting")]
        if let orientation = record.orientation { rows.append(("Orientation before", "\(orientation)")) }
        if let bytes = record.outputSize { rows.append(("Bytes", PageFrame.grouped(bytes))) }
        if let finished = record.finished, let date = CivilDate(seconds: Double(finished) / 1000) {
            rows.append(("Done on", date.description))
        }
        if !record.version.isEmpty { rows.append(("Done by upright", record.version)) }
        var lists: HTML = ""
        do {
            let report = try JSONDecoder().decode(Report.self, from: Data(record.report.utf8))
            if !report.components.isEmpty {
                rows.append(("Components", report.components.map { "\($0.id): \($0.turn)" }.joined(separator: ", ")))
            }
            let changes = report.changes.map { change -> HTML in
                """
                <li><span class="what">\(change.what)</span> <span dir="auto">\(change.from)</span> → \
                <span dir="auto">\(change.to)</span></li>

                """
            }
            if !changes.isEmpty { lists += "<h3>Changes</h3><ul>\(changes)</ul>" }
            let warnings = report.warnings.map { warning -> HTML in "<li dir=\"auto\">\(warning)</li>" }
            if !warnings.isEmpty { lists += "<h3>Warnings</h3><ul>\(warnings)</ul>" }
        } catch {
            lists = "<p>The journal's report of it cannot be read.</p>"
        }
        return """
            <section aria-labelledby="work"><h2 id="work">What was done</h2>\(Self.list(rows))\(lists)</section>
            """
    }

    private func all(_ properties: [PictureProperty]) -> HTML {
        guard !properties.isEmpty else { return "" }
        let rows = properties.map { property -> HTML in
            """
            <tr><th scope="row">\(property.group.isEmpty ? "" : property.group + " ")\(property.name)</th>\
            <td dir="auto">\(property.value)</td></tr>

            """
        }
        return """
            <details><summary>All \(PageFrame.count(properties.count, "property").replacing("propertys", with: "properties"))\
            </summary><div class="wide"><table><tbody>
            \(rows)</tbody></table></div></details>
            """
    }
}
