/// How the gazetteer came to an answer.
public struct GazetteerExplanation: Hashable, Sendable, Codable {
    /// The answer; nil for nowhere.
    public var place: Place?
    /// IANA time zone.
    public var timeZone: String?
    /// How the position lies to the borders.
    public var polygon: PolygonAnswer
    /// The places that were weighed, the chosen one first, then by weight.
    public var candidates: [Candidate]
    /// The nearest section of a populated place within 3 km.
    public var section: Candidate?
    /// The place, or the known point, that gave the country or region against the polygon: borders at 1:10 million are a
    /// kilometre or two off in places, and leave out the smallest exclaves.
    public var witness: Candidate?
    /// The override that won.
    public var override: PlaceOverride?

    /// How a position lies to the borders.
    public struct PolygonAnswer: Hashable, Sendable, Codable {
        /// `inside`, `snapped` (within 5 km off the coast), `island` (one that no polygon shows, around
        /// its place), `offshore` (within 22 km) or `nowhere`.
        public var relation: String
        /// Kilometres off the coast.
        public var kilometres: Double?
        /// The code of the region (`US.CA`), or of the country where the polygons are no regions of the gazetteer.
        public var code: String?
        /// Whether the region is taken from the polygon (else from the city).
        public var givesRegion: Bool
    }

    /// A place that was weighed.
    public struct Candidate: Hashable, Sendable, Codable {
        /// Its name.
        public var name: String
        /// Its region's code.
        public var region: String
        /// People.
        public var population: Int
        /// Kilometres from the position.
        public var distance: Double
        /// Its radius in kilometres: `2 + 0.05 * population^0.4`.
        public var radius: Double
        /// Distance over radius: up to 1.5 it counts, the smallest wins.
        public var weight: Double
        /// Why it was weighed: `nearest`, `big` or both.
        public var among: String
        /// Whether it is the answer.
        public var isChosen: Bool
    }
}
