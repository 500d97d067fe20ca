internal import UprightPlaces

/// Why a position got no answer. No description contains a key.
public struct GeocodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What can be done about it.
    public enum Kind: Sendable, Hashable {
        /// The server is slow, busy or away: ask again later.
        case transient
        /// The quota is used up: ask again tomorrow.
        case quota
        /// The address, the key or the account is wrong: nothing succeeds until that is mended.
        case configuration
        /// The position is none: not within −90…90 and −180…180 degrees, or 0, 0.
        case position
        /// The data in the program cannot be read.
        case data
    }

    /// What can be done about it.
    public let kind: Kind
    /// What was expected and found.
    public let description: String

    init(kind: Kind, description: String) { (self.kind, self.description) = (kind, description) }

    init(_ failure: GeocodingFailure?) {
        kind =
            switch failure?.kind {
            case .quota: .quota
            case .configuration: .configuration
            case .transient, nil: .transient
            }
        description = failure?.description ?? "expected an answer of the geocoder, found none"
    }
}
