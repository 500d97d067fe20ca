package import UprightAlbums
internal import UprightConfiguration
internal import Foundation
package import UprightPlaces
package import UprightFormats

/// Names positions: by the user's overrides, otherwise by the configured HTTP geocoder, otherwise by the gazetteer.
package struct Geocoding: Sendable {
    package let gazetteer: Gazetteer
    /// The HTTP geocoder; nil for none.
    package let client: GeocodingClient?
    private let language: String?
    /// What is written while the client has no answer.
    package let fallback: PlaceFallback

    /// Creates the geocoding for settings.
    ///
    /// - Parameter cache: keeps the answers of an HTTP geocoder.
    /// - Throws: every setting that cannot be used.
    package init(_ settings: PlaceNaming, cache: (any PlaceCache)? = nil) throws(StepError) {
        language = settings.language
        fallback = settings.fallback
        var faults: [SettingFault] = []
        var gazetteer: Gazetteer?
        do throws(StepError) { gazetteer = try settings.openGazetteer() } catch {
            guard !error.faults.isEmpty else { throw error }
            faults = error.faults
        }
        var service: (any GeocodingService)?
        do throws(SettingFault) { service = try settings.geocoder?.opened() } catch {
            faults.append(SettingFault("place.geocoder." + error.key, error))
        }
        guard let gazetteer, faults.isEmpty else { throw StepError(faults) }
        self.gazetteer = gazetteer
        client = service.map { service in
            var retry = GeocodingRetryPolicy()
            retry.lifetime = Double(service.server.lifetime.components.seconds)
            let transport = URLTransport(
                userAgent: "\(Product.name)/\(Product.version) (picture albums)",
                timeout: Double(service.server.timeout.components.seconds))
            return GeocodingClient(
                service, transport: transport, cache: cache, language: settings.language, retry: retry)
        }
    }

    /// Creates a geocoding with a given client.
    package init(
        gazetteer: Gazetteer, client: GeocodingClient?, language: String? = nil, fallback: PlaceFallback = .wait
    ) {
        self.gazetteer = gazetteer
        self.client = client
        self.language = language
        self.fallback = fallback
    }

    /// Returns the place to write for a position. Waits for the HTTP geocoder; if that gives no answer, the fallback decides.
    ///
    /// - Returns: the place, and whether it is owed: nothing is written until the geocoder answers.
    func placeToWrite(at position: Position) async -> (place: Place?, isOwed: Bool) {
        let (place, isFinal) = await places(at: [position])[0]
        return isFinal ? (place, false) : (fallback == .offline ? place : nil, fallback == .wait)
    }

    /// Returns the places at positions, and whether each is final: false if the geocoder should be queried again.
    ///
    /// - Parameter isLast: whether no further query is about to follow, so that a request need not wait for more
    ///   positions.
    package func places(
        at positions: [Position], isLast: Bool = true
    ) async -> [(place: Place?, isFinal: Bool)] {
        let own = positions.map { gazetteer.place(at: $0, language: language) }
        guard let client else { return own.map { ($0, true) } }
        let asked = positions.indices.filter { own[$0]?.source != "override" && serves(own[$0], client) }
        let answers = await client.places(
            at: asked.map { LocatedPosition(position: positions[$0], countryCode: own[$0]?.countryCode) },
            isLast: isLast)
        var result = own.map { (place: $0, isFinal: true) }
        for (index, answer) in zip(asked, answers) {
            result[index] =
                answer.map { (merged($0, own[index], positions[index], client), true) } ?? (own[index], false)
        }
        return result
    }

    /// Returns the place at a position from the gazetteer and the cache alone, without a request.
    package func placeAtOnce(at position: Position) -> Place? {
        let own = gazetteer.place(at: position, language: language)
        guard let client, own?.source != "override", serves(own, client), let known = client.known(at: position) else {
            return own
        }
        return merged(known, own, position, client)
    }

    /// Returns further names of a position, for the search: those in the data's default language, in English, and in
    /// the country's language.
    package func otherNames(at position: Position) -> [String] {
        guard let own = gazetteer.place(at: position, language: language) else { return [] }
        func names(_ place: Place) -> [String] {
            [place.country, place.region, place.city, place.district].compactMap { $0 }
        }
        var known = Set(names(own))
        var found: [String] = []
        for language in [nil, "en", Self.language(of: own.countryCode)] {
            guard let place = gazetteer.place(at: position, language: language) else { continue }
            for name in names(place) where known.insert(name).inserted { found.append(name) }
        }
        return found
    }

    /// The data and the language that places are named by, as text. Albums made with another version must be rebuilt.
    package var dataVersion: PlaceDataVersion { PlaceDataVersion(source: gazetteer.source, language: language) }

    private func serves(_ place: Place?, _ client: GeocodingClient) -> Bool {
        client.service.serves(countryCode: place?.countryCode)
    }

    /// A geocoder's answer, kept whole: its names are those of one source. What it does not have comes from the gazetteer, and so do
    /// the keys by which albums tell places apart, so that a city is one album, regardless of which of the two named it.
    private func merged(
        _ answer: PlaceCacheEntry, _ own: Place?, _ position: Position, _ client: GeocodingClient
    ) -> Place? {
        guard var place = answer.place else {
            var own = own
            if let source = own?.source { own?.source = "\(source), nothing from \(client.service.name)" }
            return own
        }
        guard let own, own.countryCode == place.countryCode || place.countryCode.isEmpty else { return place }
        place.countryCode = own.countryCode
        if place.country.isEmpty { place.country = own.country }
        let languages = [language, Self.language(of: own.countryCode)].compactMap { $0 }
        if let region = place.region {
            place.regionCode = gazetteer.regionCode(region, countryCode: own.countryCode, languages: languages)
        } else {
            (place.region, place.regionCode) = (own.region, own.regionCode)
        }
        if let city = place.city {
            let known = gazetteer.city(city, near: position, countryCode: own.countryCode, languages: languages)
            place.ownCity = known == city ? nil : known
        } else {
            (place.city, place.ownCity) = (own.city, own.ownCity)
        }
        place.isOffshore = own.isOffshore
        return place
    }

    /// The language of most people in a country.
    private static func language(of countryCode: String) -> String? {
        Locale.Language(identifier: "und-\(countryCode)").maximalIdentifier.split(separator: "-").first.map(String.init)
    }
}
