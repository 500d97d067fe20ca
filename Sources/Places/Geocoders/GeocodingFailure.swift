/// Why a geocoder gave no answer. No case and no description contains the key.
public struct GeocodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, which decides what to do.
    public enum Kind: Hashable, Sendable {
        /// The failure may pass: retry, after the number of seconds that the server gives, if any.
        case transient(after: Double?)
        /// The daily quota is used up.
        case quota
        /// The address, the key or the account is wrong: no query can succeed until the configuration is changed.
        case configuration
    }

    /// The kind of failure, which decides what to do.
    public let kind: Kind
    /// What was expected and found.
    public let description: String

    /// Creates a failure.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
