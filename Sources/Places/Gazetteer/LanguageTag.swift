internal import Foundation

/// An IETF language tag, as the gazetteer and the system's tables of names want it.
struct LanguageTag {
    /// The tag as it was given.
    let tag: String
    /// The language as the gazetteer's sections are named: the primary subtag, `zht` for traditional Chinese.
    let gazetteer: String

    init(_ tag: String) {
        self.tag = tag
        let parts = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        let primary = parts.first ?? ""
        let isTraditional = primary == "zh" && parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
        gazetteer = isTraditional ? "zht" : primary
    }

    /// A country's name from the Unicode CLDR tables of the system library; nil where they have none.
    func countryName(_ code: String) -> String? {
        guard !gazetteer.isEmpty else { return nil }
        return Locale(identifier: gazetteer == "zht" ? "zh_Hant" : tag).localizedString(forRegionCode: code)
    }
}
