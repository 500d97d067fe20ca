/// The outcome of one file. Every file has exactly one.
public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// Something was turned or edited: the output differs from the source.
    case normalized
    /// Nothing had to change: the output is the source, byte for byte.
    case unchanged
    /// The output already exists with exactly the bytes that would be written.
    case current
    /// The file is not a picture of a supported type; it was delivered as it is (`others`).
    case passed
    /// The file is not a picture of a supported type.
    case ignored
    /// The file could not be processed; the reason explains why.
    case rejected
    /// The file is to be tried again later.
    case deferred

    /// Whether a file with this outcome has an output.
    public var hasOutput: Bool {
        switch self {
        case .normalized, .unchanged, .current, .passed: true
        case .ignored, .rejected, .deferred: false
        }
    }
}
