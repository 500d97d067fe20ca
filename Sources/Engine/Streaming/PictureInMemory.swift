public import UprightFiles
public import UprightRewriting
public import UprightGeodata

/// A picture in a file in memory.
public struct PictureInMemory: Sendable {
    /// The picture's name, a relative path. No file is opened under it.
    public var name: String
    /// The picture's bytes, which nobody changes.
    public var content: OpenFile
    /// The file for the output is taken from these.
    public var files: MemoryFiles
    /// How the picture is normalized.
    public var options: NormalizationOptions
    /// Whether a wrong filename extension is corrected.
    public var correctsExtension = true
    /// The position that the picture gets if it has none.
    public var position: Position?

    /// Creates a picture.
    public init(name: String, content: OpenFile, files: MemoryFiles, options: NormalizationOptions) {
        self.name = name
        self.content = content
        self.files = files
        self.options = options
    }
}

/// How the work on a picture in memory ended.
public struct PictureFromMemory: Sendable {
    /// The result. The report's `output` is the name that the output should have.
    public var result: PictureResult
    /// Where the bytes of the output are.
    public enum Output: Sendable {
        /// There is no output.
        case none
        /// The output is the source's bytes.
        case source
        /// The output is this file, which was taken; `bytes` is its size.
        case file(OpenFile, bytes: Int)
    }
    /// Where the bytes of the output are.
    public var output = Output.none
}
