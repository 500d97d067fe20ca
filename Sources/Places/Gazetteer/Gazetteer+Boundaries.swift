internal import UprightFormats

extension Gazetteer {
    /// Sets the names of a place from the boundaries that contain its position: those of cities, then those of districts.
    func bound(_ place: Place, at position: Position, language: String?) -> Place {
        var place = place
        for index in boundaries {
            guard let names = index.names(at: position), let own = names[""] else { continue }
            let name = Self.name(among: names, language) ?? own
            let other = name == own ? nil : own
            switch index.level {
            case .city: (place.city, place.ownCity) = (name, other)
            case .district: (place.district, place.ownDistrict) = (name, other)
            }
        }
        return place
    }

    private static func name(among names: [String: String], _ language: String?) -> String? {
        guard let language, names.count > 1 else { return nil }
        let wanted = LanguageTag(language)
        // A tag that is the same counts before one of the same language.
        return names.first { !$0.key.isEmpty && $0.key.lowercased() == language.lowercased() }?.value
            ?? names.filter { !$0.key.isEmpty && LanguageTag($0.key).gazetteer == wanted.gazetteer }
            .min { $0.key < $1.key }?.value
    }
}
