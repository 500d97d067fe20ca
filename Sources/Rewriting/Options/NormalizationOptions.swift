public import UprightEditing
internal import UprightMetadata

/// The options of a normalizer.
public struct NormalizationOptions: Sendable, Hashable, Codable {
    /// What to do with a damaged file that can be decoded.
    public enum DamagedPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Use what can be read, and warn.
        case accept
        /// Reject the file.
        case reject
    }

    /// How the normalizer checks its own output before it returns it.
    public enum Verification: String, Sendable, Hashable, Codable, CaseIterable {
        /// Check that every part of the source is accounted for in the output's structure.
        case structure
        /// Check the structure, then decode both pictures and compare them.
        case pixels
        /// No check.
        case off
    }

    /// How Exif's orientation and the properties `irot` and `imir` of HEIC, HEIF and AVIF go together. Viewers follow the
    /// properties.
    public enum HEIFPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Where the file has neither property, add what Exif says, so that both agree. Warn of contradictions.
        case agree
        /// Do the same, and set Exif's orientation to 1 where the properties say what it says.
        case miaf
        /// Leave both as they are.
        case off
    }

    /// Whether pictures are turned upright. If false, carriers of orientation stay unchanged.
    public var turns = true
    /// What to do with damaged pictures. Default: `accept`.
    public var damaged = DamagedPolicy.accept
    /// How HEIC, HEIF and AVIF are turned. Default: `agree`.
    public var heif = HEIFPolicy.agree
    /// How the output is checked. Default: `structure`.
    public var verification = Verification.structure
    /// The limits above which a picture is rejected.
    public var limits = Limits()
    /// The metadata edits to make after the turn. Default: none.
    public var edits: [MetadataEdit] = []

    /// Creates the default options.
    public init() {}
}
