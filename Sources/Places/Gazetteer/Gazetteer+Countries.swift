extension Gazetteer {
    /// Whether a language has this name for a country, whatever its case.
    package func isCountry(_ name: String, in language: String) -> Bool {
        let names = names(in: LanguageTag(language))?.countries
        return countries.contains { (names?[$0.code] ?? $0.name).lowercased() == name.lowercased() }
    }
}
