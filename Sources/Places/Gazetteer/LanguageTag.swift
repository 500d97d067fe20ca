/// An IETF language tag in the form that the gazetteer uses.
package struct LanguageTag {
    /// The original tag.
    package let tag: String
    /// The language in the names of the gazetteer's sections: the primary subtag, or `zht` for traditional Chinese.
    package let gazetteer: String

    package init(_ tag: String) {
        self.tag = tag
        let parts = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        let primary = parts.first ?? ""
        let isTraditional = primary == "zh" && parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
        gazetteer = isTraditional ? "zht" : ["nb": "no", "nn": "no", "iw": "he"][primary] ?? primary
    }
}
