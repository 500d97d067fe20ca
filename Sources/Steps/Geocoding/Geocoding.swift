public import UprightAlbums
internal import UprightConfiguration
internal import Foundation
public import UprightPlaces
public import UprightGeodata

/// Names positions: by the user's overrides, otherwise by the configured HTTP geocoder, otherwise by the gazetteer.
public struct Geocoding: Sendable {
    /// The gazetteer.
    public let gazetteer: Gazetteer
    /// The HTTP geocoder; nil for none.
    public let client: GeocodingClient?
    private let language: String?

    /// Creates the geocoding for settings.
    ///
    /// - Parameter cache: keeps the answers of an HTTP geocoder.
    public init(_ settings: PlaceNaming, cache: (any PlaceCache)? = nil) throws {
        language = settings.language
        gazetteer = try settings.openGazetteer()
        client = try settings.geocoder.map { geocoder in
            let service = try geocoder.opened()
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
    package init(gazetteer: Gazetteer, client: GeocodingClient?, language: String? = nil) {
        self.gazetteer = gazetteer
        self.client = client
        self.language = language
    }

    /// Returns the place at a position. Waits for the HTTP geocoder; if that cannot be queried, the gazetteer answers.
    public func place(at position: Position) async -> Place? { await places(at: [position])[0].place }

    /// Returns the places at positions, and whether each is final: false if the geocoder should be queried again.
    ///
    /// - Parameter isLast: whether no further query is about to follow, so that a request need not wait for more
    ///   positions.
    public func places(
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
            result[index] = answer.map { (merged($0, own[index], client), true) } ?? (own[index], false)
        }
        return result
    }

    /// Returns the place at a position from the gazetteer and the cache alone, without a request.
    public func placeAtOnce(at position: Position) -> Place? {
        let own = gazetteer.place(at: position, language: language)
        guard let client, own?.source != "override", serves(own, client), let known = client.known(at: position) else {
            return own
        }
        return merged(known, own, client)
    }

    /// Returns further names of a position, for the search: those in the data's default language, in English, and in
    /// the country's language.
    public func otherNames(at position: Position) -> [String] {
        guard let own = gazetteer.place(at: position, language: language) else { return [] }
        func names(_ place: Place) -> [String] {
            [place.country, place.region, place.city, place.district].compactMap { $0 }
        }
        var known = Set(names(own))
        let local = Locale.Language(identifier: "und-\(own.countryCode)").maximalIdentifier.split(separator: "-").first
        var found: [String] = []
        for language in [nil, "en", local.map(String.init)] {
            guard let place = gazetteer.place(at: position, language: language) else { continue }
            for name in names(place) where known.insert(name).inserted { found.append(name) }
        }
        return found
    }

    /// The data and the language that places are named by, as text. Albums made with another version must be rebuilt.
    public var dataVersion: PlaceDataVersion { PlaceDataVersion(source: gazetteer.source, language: language) }

    private func serves(_ place: Place?, _ client: GeocodingClient) -> Bool {
        client.service.serves(countryCode: place?.countryCode)
    }

    /// A geocoder's answer, with the gazetteer's country and region if both mean the same country. Countries and
    /// regions then have the same names for all pictures, regardless of which one answered.
    private func merged(_ answer: PlaceCacheEntry, _ own: Place?, _ client: GeocodingClient) -> Place? {
        guard var place = answer.place else {
            var own = own
            if let source = own?.source { own?.source = "\(source), nothing from \(client.service.name)" }
            return own
        }
        guard let own, own.countryCode == place.countryCode || place.countryCode.isEmpty else { return place }
        place.countryCode = own.countryCode
        place.country = own.country
        place.region = own.region ?? place.region
        place.regionCode = own.regionCode
        place.county = place.county ?? own.county
        place.city = place.city ?? own.city
        place.isOffshore = own.isOffshore
        return place
    }
}
