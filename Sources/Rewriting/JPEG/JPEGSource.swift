package import UprightFormats

/// A JPEG file to rewrite: its bytes, their structure and the metadata.
package struct JPEGSource {
    /// The file.
    package let bytes: [UInt8]
    /// Its structure.
    package let file: JPEGFile
    /// Its metadata segments.
    package let metadata: JPEGMetadata

    /// Reads a file's structure and metadata.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        self.bytes = bytes
        file = try JPEGFile(parsing: bytes)
        metadata = JPEGMetadata(of: file, in: bytes)
    }
}
