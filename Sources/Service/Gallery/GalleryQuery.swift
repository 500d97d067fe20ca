internal import UprightPlaces

/// What a search asks for.
package struct GalleryQuery: Sendable, Hashable {
    /// Words that must be in the name of the place or of the file.
    package var words = ""
    /// The first day, `2024-05-01`.
    package var from: String?
    /// The last day.
    package var to: String?
    /// Which page of the results.
    package var page = 1

    /// The query of some parameters; what makes no sense counts as not given.
    package init(_ parameters: [(name: String, value: String)] = []) {
        for (name, value) in parameters {
            switch name {
            case "q": words = String(value.prefix(200))
            case "from": from = Self.seconds(value) == nil ? nil : value
            case "to": to = Self.seconds(value) == nil ? nil : value
            case "page": page = min(max(Int(value) ?? 1, 1), 100_000)
            default: break
            }
        }
    }

    /// Whether nothing is asked for.
    var isEmpty: Bool { words.allSatisfy { $0 == " " } && from == nil && to == nil }

    /// Seconds since 1970 at the beginning of the first day.
    var first: Double? { from.flatMap(Self.seconds) }

    /// Seconds since 1970 at the end of the last day.
    var beyond: Double? { to.flatMap(Self.seconds).map { $0 + 86_400 } }

    private static func seconds(_ day: String) -> Double? {
        day.utf8.count == 10 ? Timestamp.seconds(day + "T00:00:00Z") : nil
    }

    /// The link to another page of the results.
    func link(page: Int) -> String {
        var link = "search.html?q=" + Self.encoded(words)
        if let from { link += "&from=" + Self.encoded(from) }
        if let to { link += "&to=" + Self.encoded(to) }
        return link + "&page=\(page)"
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte -> String in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
