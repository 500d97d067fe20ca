internal import UprightBase
public import UprightFormats

/// The parts of a file in the terms of its format: segments, chunks or blocks, and the bytes after them.
///
/// The parts follow one another without gaps or overlaps from the first byte of the file to the last.
public struct FileStructure: Sendable, Hashable, Codable {
    /// One part of a file.
    public struct Part: Sendable, Hashable, Codable {
        /// Its name: `APP1 Exif`, `SOS`, `iTXt XML:com.adobe.xmp`, `Image`.
        public let name: String
        /// Its offset from the start of the file, in bytes.
        public let offset: Int
        /// Its length in bytes.
        public let length: Int
        /// The SHA-256 of its bytes, in hexadecimal.
        public let sha256: String

        /// Creates a part.
        public init(name: String, offset: Int, length: Int, sha256: String) {
            self.name = name
            self.offset = offset
            self.length = length
            self.sha256 = sha256
        }
    }

    /// The type of the content.
    public let type: ImageType
    /// The parts in the order of the file.
    public let parts: [Part]
    /// The damage found, with its position.
    public let warnings: [String]

    /// Reads the structure of a file. A file of a format that is not handled, or one with an unreadable structure, is one
    /// part named `data`.
    public init(of bytes: [UInt8]) {
        guard let format = PictureFormats.format(of: bytes) else {
            self.init(PictureFormats.identify(bytes), [("data", 0..<bytes.count)], of: bytes, warnings: [])
            return
        }
        self.init(of: bytes, as: format)
    }

    private init(of bytes: [UInt8], as format: some PictureFormat) {
        let type = format.description.type
        do throws(ImagePropertiesError) {
            let document = try format.document(reading: bytes)
            self.init(type, document.parts, of: bytes, warnings: document.damage)
        } catch {
            self.init(type, [("data", 0..<bytes.count)], of: bytes, warnings: [error.description])
        }
    }

    private init(_ type: ImageType, _ parts: [(name: String, range: Range<Int>)], of bytes: [UInt8], warnings: [String])
    {
        self.type = type
        self.warnings = warnings
        self.parts = parts.filter { !$0.range.isEmpty }.map { name, range in
            Part(
                name: name, offset: range.lowerBound, length: range.count,
                sha256: hexadecimal(SHA256.hash(bytes[range])))
        }
    }
}
