/// Why a geocoder gave no answer. No case and no text of any holds the key.
public struct GeocodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is to be done about it.
    public enum Kind: Hashable, Sendable {
        /// It may pass: try again, after the number of seconds that the server gives, if it gives one.
        case transient(after: Double?)
        /// No more today.
        case quota
        /// The address, the key or the account is wrong: nothing will do until the configuration is changed.
        case configuration
    }

    /// What is to be done about it.
    public let kind: Kind
    /// What was expected and found.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
