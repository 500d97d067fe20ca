extension Gazetteer {
    /// The share of the data that has names in a language.
    package struct TranslatedShare: Sendable, Hashable {
        /// The language, as in ``GazetteerAbout/languages``.
        package var language: String
        /// The share of the regions, 0 to 1.
        package var regions: Double
        /// The share of the cities with at least 15,000 people, 0 to 1.
        package var cities: Double
    }

    /// Returns the share of the data that has names, for each language.
    package func translatedShares() -> [TranslatedShare] {
        let large = (0..<cities.count).filter { cities.population[$0] >= 15_000 && !cities.isSection[$0] }
        let named = regions.count { !$0.name.isEmpty }
        return about.languages.compactMap { language in
            guard let names = names(in: LanguageTag(language == "zht" ? "zh-Hant" : language)) else { return nil }
            let translated = large.count { names.cities[$0] != nil }
            return TranslatedShare(
                language: language, regions: Double(names.regions.count) / Double(max(1, named)),
                cities: Double(translated) / Double(max(1, large.count)))
        }
    }
}
