/// Names of countries, regions and places in one language.
struct NamesInLanguage: Sendable {
    /// By ISO 3166-1 code.
    let countries: [String: String]
    /// By the region's number.
    let regions: [Int: String]
    /// By the place's number.
    let cities: [Int: String]
    /// Whether it is written in Latin letters: most places are then called what they call themselves.
    let isLatin: Bool

    /// The names of a language in a file; nil where it has none.
    ///
    /// A section that cannot be read costs the translations alone: the file was whole when it was opened.
    init?(_ language: LanguageTag, in file: GazetteerFile) {
        let key = language.gazetteer
        guard (2...3).contains(key.utf8.count) else { return nil }
        let suffix = key + String(repeating: " ", count: 3 - key.utf8.count)
        func table(_ kind: String, of language: String? = nil) -> [[String]] {
            let tag = kind + (language ?? suffix)
            guard file.tags.contains(tag) else { return [] }
            do throws(GazetteerError) { return try file.table(tag).filter { $0.count == 2 } } catch { return [] }
        }
        // English is what the data itself is mostly in.
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
        var cities: [Int: String] = [:]
        // Few names are marked as traditional Chinese; what is marked as Chinese alone can be read too.
        for list in (key == "zht" ? [table("N", of: "zh "), table("N")] : [table("N")]) {
            var number = 0
            for fields in list {
                number += Int(fields[0]) ?? 0
                cities[number] = fields[1]
            }
        }
        self.cities = cities
        isLatin = (countries["DE"] ?? countries.values.first)?.unicodeScalars.first.map { $0.value < 0x250 } ?? true
    }
}
