public import UprightBase
internal import UprightFormats

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

    /// What to do with a sideways picture whose turn needs a new loss: WebP coded with loss.
    public enum LossyPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Keep it as it is, with its orientation, and warn.
        case keep
        /// Turn it, and code it again with its own quantizer.
        case turn
    }

    /// What to do with an orientation outside of 1...8: 0 and 9 or more, which mean "unknown".
    public enum InvalidOrientationPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Keep it, and warn.
        case keep
        /// Set it to 1: readers that accept only 1...8 can then read the file.
        case set
    }

    /// What can say how a picture is to be turned.
    public enum OrientationSource: String, Sendable, Hashable, Codable, CaseIterable {
        /// The picture's own metadata: Exif or XMP, by ``OrientationPrecedence``.
        case exif
        /// `tiff:Orientation` in an XMP sidecar (``NormalizationOptions/sidecarOrientation``).
        case sidecar
    }

    /// How a turn by hand is made (``NormalizationOptions/furtherTurn``).
    public enum HandTurn: String, Sendable, Hashable, Codable, CaseIterable {
        /// By the pixels where that loses nothing; otherwise by the orientation, if that loses less.
        case exactOrTag = "exact-or-tag"
        /// By the pixels, also where that loses something.
        case pixels
        /// By the orientation alone: the pixels, and everything that depends on their layout, stay.
        case tag
    }

    /// Whether pictures are turned upright. If false, carriers of orientation stay unchanged.
    public var turns = true
    /// What to do with damaged pictures. Default: `accept`.
    public var damaged = DamagedPolicy.accept
    /// How HEIC, HEIF and AVIF are turned. Default: `agree`.
    public var heif = HEIFPolicy.agree
    /// What to do with a picture whose turn needs a new loss. Default: `keep`.
    public var lossy = LossyPolicy.keep
    /// How the output is checked. Default: `structure`.
    public var verification = Verification.structure
    /// What to do with an orientation outside of 1...8. Default: `keep`.
    public var invalidOrientation = InvalidOrientationPolicy.keep
    /// What can say how a picture is to be turned, in order of precedence: the first with an orientation in 1...8 decides.
    /// Default: only the picture's own metadata.
    public var orientationFrom: [OrientationSource] = [.exif]
    /// The orientation in the picture's sidecar; nil if it has none.
    public var sidecarOrientation: Orientation?
    /// A further turn after the one that brings the picture upright, for a picture whose orientation is lost or wrong. A picture
    /// that cannot be turned is then rejected. Default: none.
    public var furtherTurn = Orientation.up
    /// How the further turn is made. HEIC, HEIF and AVIF are always turned by their properties. Default: by the pixels.
    public var handTurn = HandTurn.pixels
    /// The limits above which a picture is rejected.
    public var limits = Limits()
    /// Whether the result of the work on a file has the digest of its picture (`PictureDigest`).
    package var digestsPicture = false
    /// The metadata edits to make after the turn. Default: none.
    public var edits: [MetadataEdit] = []

    /// Creates the default options.
    public init() {}
}
