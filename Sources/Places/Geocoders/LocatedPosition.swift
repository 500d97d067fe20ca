package import UprightFormats

/// A position and its country.
package struct LocatedPosition: Hashable, Sendable {
    package var position: Position
    /// ISO 3166-1 code; nil at sea.
    package var countryCode: String?

    package init(position: Position, countryCode: String?) {
        self.position = position
        self.countryCode = countryCode
    }
}
