/// Why a geocoder gave no answer. No case and no description contains the key.
package struct GeocodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, which decides what to do.
    package enum Kind: Hashable, Sendable {
        /// The failure may pass: retry, after the number of seconds that the server gives, if any.
        case transient(after: Double?)
        /// The daily quota is used up.
        case quota
        /// The address, the key or the account is wrong: no query can succeed until the configuration or the account is changed.
        case configuration
    }

    /// The kind of failure, which decides what to do.
    package let kind: Kind
    /// What was expected and found.
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
