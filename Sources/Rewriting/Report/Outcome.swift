/// How the work on one file ended. Every file seen ends in exactly one.
public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// Something was turned or edited: the output differs from the source.
    case normalized
    /// Nothing had to change: the output is the source, byte for byte.
    case unchanged
    /// The output already stands, with the very bytes that would be written.
    case current
    /// Not a picture of a type that is handled.
    case ignored
    /// Could not be done; the reason says why.
    case rejected
    /// Not now: to be tried again later.
    case deferred
}
