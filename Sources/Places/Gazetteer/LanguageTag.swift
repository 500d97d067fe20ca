/// An IETF language tag, as the gazetteer wants it.
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
        gazetteer = isTraditional ? "zht" : ["nb": "no", "nn": "no", "iw": "he"][primary] ?? primary
    }
}
