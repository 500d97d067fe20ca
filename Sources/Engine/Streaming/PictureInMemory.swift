package import UprightFiles
package import UprightRewriting
package import UprightFormats

/// A picture in a file in memory.
package struct PictureInMemory: Sendable {
    /// The picture's name, a relative path. No file is opened under it.
    package var name: String
    /// The picture's bytes, which nobody changes.
    package var content: OpenFile
    /// The file for the output is taken from these.
    package var files: MemoryFiles
    /// How the picture is normalized.
    package var options: NormalizationOptions
    /// Whether a wrong filename extension is corrected.
    package var correctsExtension = true
    /// The position that the picture gets if it has none.
    package var position: Position?

    package init(name: String, content: OpenFile, files: MemoryFiles, options: NormalizationOptions) {
        self.name = name
        self.content = content
        self.files = files
        self.options = options
    }
}

/// How the work on a picture in memory ended.
package struct PictureFromMemory: Sendable {
    /// The result. The report's `output` is the name that the output should have.
    package var result: PictureResult
    /// Where the bytes of the output are.
    package enum Output: Sendable {
        /// There is no output.
        case none
        /// The output is the source's bytes.
        case source
        /// The output is this file, which was taken; `bytes` is its size.
        case file(OpenFile, bytes: Int)
    }
    /// Where the bytes of the output are.
    package var output = Output.none
}
