/// The explanation of a gazetteer's answer.
package struct GazetteerExplanation: Hashable, Sendable, Codable {
    /// The answer; nil for nowhere.
    package var place: Place?
    /// IANA time zone.
    package var timeZone: String?
    /// The relation of the position to the borders.
    package var polygon: PolygonAnswer
    /// The places that were considered, the chosen one first, then by weight.
    package var candidates: [Candidate]
    /// The place or known point that decided the country or region against the polygon, since borders at 1:10 million
    /// are a kilometre or two off in places, and the smallest exclaves are missing.
    package var witness: Candidate?
    /// The override that applied.
    package var override: PlaceOverride?

    /// The relation of a position to the borders.
    package struct PolygonAnswer: Hashable, Sendable, Codable {
        /// `inside`, `snapped` (within 5 km of the coast), `island` (near the place of an island that no polygon
        /// shows), `offshore` (within 22 km) or `nowhere`.
        package var relation: String
        /// The distance from the coast in kilometres.
        package var kilometres: Double?
        /// The code of the region (`US.CA`), or of the country if its polygons are not regions of the gazetteer.
        package var code: String?
        /// Whether the region is from the polygon; otherwise it is from the city.
        package var givesRegion: Bool
    }

    /// A place that was considered.
    package struct Candidate: Hashable, Sendable, Codable {
        /// The place's name.
        package var name: String
        /// The code of the place's region.
        package var region: String
        /// The place's population.
        package var population: Int
        /// The distance from the position in kilometres.
        package var distance: Double
        /// The place's radius in kilometres: `2 + 0.05 * population^0.4`.
        package var radius: Double
        /// The distance divided by the radius. A place counts up to 1.5; the smallest weight wins.
        package var weight: Double
        /// Why the place was considered: `nearest`, `big` or both.
        package var among: String
        /// Whether the place is the answer.
        package var isChosen: Bool
    }
}
