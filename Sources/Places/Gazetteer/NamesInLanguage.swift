internal import UprightFormats

/// The names of countries, regions and places in a language.
struct NamesInLanguage: Sendable {
    /// By ISO 3166-1 code.
    let countries: [String: String]
    /// By the region's number.
    let regions: [Int: String]
    /// By the place's number.
    let cities: [Int: String]
    /// Whether the language is written in Latin letters: most places then keep their local names.
    let isLatin: Bool

    /// Reads the names of a language from a file; nil if it has none.
    ///
    /// If a section cannot be read, only translations are missing: the file was complete when it was opened.
    init?(_ language: LanguageTag, in file: GazetteerFile) {
        let key = language.gazetteer
        guard (2...3).contains(key.utf8.count) else { return nil }
        let suffix = key + String(repeating: " ", count: 3 - key.utf8.count)
        func table(_ kind: String) -> [[String]] {
            let tag = kind + suffix
            guard file.tags.contains(tag) else { return [] }
            do throws(GeodataError) { return try file.table(tag).filter { $0.count == 2 } } catch { return [] }
        }
        // The default names are mostly English.
        let own = key == "en" ? (try? file.table("CTRY"))?.filter { $0.count > 1 } ?? [] : table("K")
        guard !own.isEmpty else { return nil }
        countries = Dictionary(own.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        var regions: [Int: String] = [:]
        for fields in table("L") { if let number = Int(fields[0]) { regions[number] = fields[1] } }
        if key == "en" {
            for (index, fields) in ((try? file.table("REGN")) ?? []).enumerated() where fields.count > 2 {
                regions[index + 1] = fields[2]
            }
        }
        self.regions = regions
        cities = (try? file.names(in: "N" + suffix)) ?? [:]
        isLatin = (countries["DE"] ?? countries.values.first)?.unicodeScalars.first.map { $0.value < 0x250 } ?? true
    }
}
