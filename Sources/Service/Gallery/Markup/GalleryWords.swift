internal import UprightAlbums

/// The gallery's own words in one language, from `Words/*.txt`, with CLDR's plural forms.
package struct GalleryWords: Sendable {
    /// The IETF tag of the language, the `lang` of the pages.
    package let language: String
    private let texts: [String: String]

    /// The tags of all languages; the first is what a browser gets that asks for none of them.
    package static let languages = [
        "en", "ar", "cs", "de", "el", "es", "fa", "fr", "he", "hi", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru",
        "sv", "th",
        "tr", "uk", "vi", "zh-Hans", "zh-Hant",
    ]

    package static let english = GalleryWords.named("en")

    private static let all = Dictionary(
        uniqueKeysWithValues: languages.map {
            ($0, GalleryWords(language: $0, file: GalleryFile.bytes(of: $0 + ".txt") ?? []))
        })

    /// The words of one of ``languages``; English for any other tag.
    package static func named(_ language: String) -> GalleryWords {
        all[language] ?? all["en"] ?? GalleryWords(language: "en", file: [])
    }

    private init(language: String, file: [UInt8]) {
        self.language = language
        var texts: [String: String] = [:]
        for line in String(decoding: file, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.firstIndex(of: " ") else { continue }
            texts[String(line[..<space])] = String(line[line.index(after: space)...])
        }
        self.texts = texts
        values = Dictionary(uniqueKeysWithValues: texts.map { ("w." + $0.key, PageTemplate.Value.text($0.value)) })
    }

    /// All texts under the names by which templates insert them, `w.` and the key.
    let values: [String: PageTemplate.Value]

    /// The keys, for the tests.
    package var keys: Set<String> { Set(texts.keys) }

    /// `rtl` if the language is written from right to left.
    var direction: String { ["ar", "fa", "he"].contains(language) ? "rtl" : "" }

    package subscript(key: String) -> String { texts[key] ?? "" }

    /// The text of a key with names in braces replaced.
    package func text(_ key: String, _ values: [String: String]) -> String { Self.filled(self[key], values) }

    /// A number with a noun in its plural form: `12 pictures`.
    package func count(_ key: String, _ number: Int) -> String {
        let form = Self.pluralForm(of: number, language)
        return Self.filled(texts["\(key).\(form)"] ?? self[key + ".other"], ["n": grouped(number)])
    }

    /// A whole number with separators between thousands.
    package func grouped(_ number: Int) -> String { NumberText.grouped(number, separator: self["number.group"]) }

    /// A size of files: `1.2 MB`.
    func size(_ bytes: Int) -> String { NumberText.size(bytes, decimal: self["number.decimal"]) }

    private static func filled(_ text: String, _ values: [String: String]) -> String {
        var parts = text.split(separator: "{", omittingEmptySubsequences: false)
        var result = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: "}") else {
                result += "{" + part
                continue
            }
            result += (values[String(part[..<end])] ?? "") + part[part.index(after: end)...]
        }
        return result
    }

    /// The plural form of a whole number (CLDR 45, `plurals.xml`, cardinals).
    package static func pluralForm(of number: Int, _ language: String) -> String {
        let (ones, hundreds) = (number % 10, number % 100)
        switch language {
        case "id", "ja", "ko", "th", "vi", "zh-Hans", "zh-Hant": return "other"
        case "fa", "fr", "hi", "pt": return number == 0 || number == 1 ? "one" : "other"
        case "cs": return number == 1 ? "one" : (2...4).contains(number) ? "few" : "other"
        case "he": return number == 1 ? "one" : number == 2 ? "two" : "other"
        case "pl", "ru", "uk":
            if language == "pl" ? number == 1 : ones == 1 && hundreds != 11 { return "one" }
            return (2...4).contains(ones) && !(12...14).contains(hundreds) ? "few" : "many"
        case "ar":
            switch (number, hundreds) {
            case (0, _): return "zero"
            case (1, _): return "one"
            case (2, _): return "two"
            case (_, 3...10): return "few"
            case (_, 11...99): return "many"
            default: return "other"
            }
        default: return number == 1 ? "one" : "other"
        }
    }

    package static func pluralForms(_ language: String) -> Set<String> {
        Set((0...120).map { pluralForm(of: $0, language) }).union(["other"])
    }

    /// The best of ``languages`` for the value of an `Accept-Language` field (RFC 9110, section 12.5.4).
    package static func best(for accepted: String) -> GalleryWords {
        let ranges = accepted.split(separator: ",").prefix(32).enumerated().map {
            index, item -> (tag: String, weight: Double, index: Int) in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (parts.first?.lowercased() ?? "", weight, index)
        }
        for range in ranges.filter({ $0.weight > 0 }).sorted(by: { ($1.weight, $0.index) < ($0.weight, $1.index) }) {
            if let language = language(for: range.tag) { return named(language) }
        }
        return english
    }

    /// The one of ``languages`` for an IETF tag; nil if there is none.
    package static func language(for tag: String) -> String? {
        let tag = tag.lowercased()
        let parts = tag.split(separator: "-").map(String.init)
        guard let first = parts.first else { return nil }
        if first == "zh" || first == "zht" || first == "yue" {
            let isTraditional = first != "zh" || !Set(parts).isDisjoint(with: ["hant", "tw", "hk", "mo"])
            return isTraditional && !parts.contains("hans") ? "zh-Hant" : "zh-Hans"
        }
        // Hebrew and Indonesian have older tags, too.
        let present = ["iw": "he", "in": "id"][first] ?? first
        return languages.first { $0 == present }
    }

    /// The script that gives pages their words.
    var script: String {
        let pairs = texts.sorted { $0.key < $1.key }.filter {
            Self.inScripts.contains(String($0.key.prefix { $0 != "." }))
        }
        .map { "\(ScriptText.quoted($0.key)):\(ScriptText.quoted($0.value))" }
        return "window.uprightWords={\(pairs.joined(separator: ","))};\n"
    }

    /// The first parts of the keys that scripts use.
    private static let inScripts: Set = [
        "number", "timeline", "select", "selected", "viewer", "map", "inView", "found", "search", "pictures", "size",
        "album", "hidden",
    ]
}
