extension Gazetteer {
    /// How much of the data has names in a language.
    public struct TranslatedShare: Sendable, Hashable {
        /// The language, as ``GazetteerAbout/languages`` has it.
        public var language: String
        /// The share of the regions, 0 to 1.
        public var regions: Double
        /// The share of the cities of 15,000 people or more, 0 to 1.
        public var cities: Double
    }

    /// How much of the data has names in each language.
    public func translatedShares() -> [TranslatedShare] {
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
