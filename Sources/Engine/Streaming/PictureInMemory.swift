public import UprightRewriting
public import UprightGeodata

/// A picture whose bytes are at hand.
public struct PictureInMemory: Sendable {
    /// What it is called; a relative path. Nothing is opened under it.
    public var name: String
    /// Its bytes.
    public var content: [UInt8]
    /// How it is normalized.
    public var options: NormalizationOptions
    /// Whether a wrong extension of the name is corrected.
    public var correctsExtension = true
    /// The position that it gets where it has none.
    public var position: Position?

    /// A picture.
    public init(name: String, content: [UInt8], options: NormalizationOptions) {
        self.name = name
        self.content = content
        self.options = options
    }
}

/// How the work on a picture in memory ended.
public struct PictureFromMemory: Sendable {
    /// The report. Its `output` is the name that the output should have.
    public var result: PictureResult
    /// Where the bytes of the output are.
    public enum Output: Sendable, Hashable {
        /// There are none.
        case none
        /// The source's own.
        case source
        /// These.
        case bytes([UInt8])
    }
    /// Where the bytes of the output are.
    public var output = Output.none
}
