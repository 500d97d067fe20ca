internal import UprightAlbums
internal import UprightFormats

/// The parameters of a search.
package struct GalleryQuery: Sendable, Hashable {
    /// Words that must be prefixes of words in the place, the file name or the camera.
    package var words = ""
    /// The first day, `2024-05-01`.
    package var from: String?
    /// The last day.
    package var to: String?
    package var year: String?
    /// The ISO 3166-1 code of the country.
    package var country: String?
    /// The camera's name.
    package var camera: String?
    /// The kind of file.
    package var kind: String?
    /// The page of the results.
    package var page = 1

    /// Reads a query from parameters. Invalid values are ignored.
    package init(_ parameters: [(name: String, value: String)] = []) {
        for (name, value) in parameters {
            let text = value.isEmpty ? nil : String(value.prefix(200))
            switch name {
            case "q": words = String(value.prefix(200))
            case "from": from = Self.seconds(value) == nil ? nil : value
            case "to": to = Self.seconds(value) == nil ? nil : value
            case "year": year = Self.seconds(value + "-01-01") == nil ? nil : value
            case "country": country = text
            case "camera": camera = text
            case "kind": kind = text
            case "page": page = min(max(Int(value) ?? 1, 1), 100_000)
            default: break
            }
        }
    }

    /// Whether no parameter is set.
    var isEmpty: Bool { parameters.isEmpty }

    /// The library search for this query.
    var search: PictureSearch {
        var search = PictureSearch(words: words.split(separator: " ").map(String.init))
        search.from = from.flatMap(Self.seconds)
        search.to = to.flatMap(Self.seconds).map { $0 + 86_400 }
        if let year {
            let first = Self.seconds(year + "-01-01") ?? 0
            let last = (Self.seconds(year + "-12-31") ?? 0) + 86_400
            search.from = max(search.from ?? first, first)
            search.to = min(search.to ?? last, last)
        }
        search.country = country
        search.camera = camera
        search.kind = kind
        return search
    }

    private static func seconds(_ day: String) -> Double? {
        day.utf8.count == 10 ? Timestamp.seconds(day + "T00:00:00Z") : nil
    }

    private var parameters: [(name: String, value: String)] {
        let all = [
            ("q", words.allSatisfy { $0 == " " } ? "" : words), ("from", from ?? ""), ("to", to ?? ""),
            ("year", year ?? ""), ("country", country ?? ""), ("camera", camera ?? ""), ("kind", kind ?? ""),
        ]
        return all.filter { !$0.1.isEmpty }
    }

    /// The link to a page of the results.
    func link(page: Int = 1) -> String {
        var pairs = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }
        if page > 1 { pairs.append("page=\(page)") }
        return "search.html" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte -> String in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
