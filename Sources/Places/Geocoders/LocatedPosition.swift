public import UprightGeodata

/// A position and its country.
public struct LocatedPosition: Hashable, Sendable {
    /// The position.
    public var position: Position
    /// ISO 3166-1 code; nil at sea.
    public var countryCode: String?

    /// Creates a position in a country.
    public init(position: Position, countryCode: String?) {
        self.position = position
        self.countryCode = countryCode
    }
}
