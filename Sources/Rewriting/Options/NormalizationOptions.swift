public import UprightEditing
internal import UprightMetadata

/// What the normalizer may and may not do.
public struct NormalizationOptions: Sendable, Hashable, Codable {
    /// What to do with a file that is damaged but can be decoded.
    public enum DamagedPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Work on what can be read, and warn.
        case accept
        /// Reject the file.
        case reject
    }

    /// How the product checks its own output before it hands it over.
    public enum Verification: String, Sendable, Hashable, Codable, CaseIterable {
        /// Every part of the source is accounted for in the output's structure.
        case structure
        /// As `structure`, and both pictures are decoded and compared.
        case pixels
        /// No check.
        case off
    }

    /// Whether pictures are turned upright. Off, orientation carriers are left as they are.
    public var turns = true
    /// What to do with damaged pictures. Default: `accept`.
    public var damaged = DamagedPolicy.accept
    /// How the output is checked. Default: `structure`.
    public var verification = Verification.structure
    /// What is refused as too large.
    public var limits = Limits()
    /// What is set, removed or renamed in the metadata, after the turn. Default: nothing.
    public var edits: [MetadataEdit] = []

    /// The defaults.
    public init() {}
}
