internal import UprightAssembly
internal import UprightDigests
public import UprightContainers

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

    /// Reads the structure of a JPEG, PNG or GIF file. A file of another type, or one with an unreadable structure, is
    /// one part named `data`.
    public init(of bytes: [UInt8]) {
        let type = ImageType.identify(bytes)
        var ranges: [(name: String, range: Range<Int>)]?
        var warnings: [String] = []
        switch type {
        case .jpeg:
            do throws(JPEGRefusal) {
                let source = try JPEGSource(checking: bytes)
                warnings = source.file.warnings
                ranges = Self.parts(of: source)
            } catch {
                warnings = [error.description]
            }
        case .png:
            do throws(PNGFormatError) {
                let file = try PNGFile(parsing: bytes)
                warnings = file.warnings
                ranges = Self.parts(of: file, in: bytes)
            } catch {
                warnings = [error.description]
            }
        case .gif:
            do throws(GIFFormatError) {
                let file = try GIFFile(parsing: bytes)
                warnings = file.warnings
                ranges = [("Logical Screen", file.head)] + file.blocks.map { ($0.name, $0.range) }
                ranges?.append(("trailer", file.trailer))
            } catch {
                warnings = [error.description]
            }
        default: break
        }
        self.type = type
        self.warnings = warnings
        parts = (ranges ?? [("data", 0..<bytes.count)]).filter { !$0.range.isEmpty }.map { name, range in
            Part(
                name: name, offset: range.lowerBound, length: range.count,
                sha256: hexadecimal(SHA256.hash(bytes[range])))
        }
    }

    private static func parts(of source: JPEGSource) -> [(name: String, range: Range<Int>)] {
        let segments = source.file.segments.map { segment in
            let carrier = JPEGCarrier(marker: segment.marker, payload: source.bytes[segment.payload])
            return (carrier.name(marker: segment.marker), segment.range)
        }
        return segments
            + MultiPicture(of: source).kept().parts.map { ($0.part.description, $0.offset..<$0.offset + $0.length) }
    }

    private static func parts(of file: PNGFile, in bytes: [UInt8]) -> [(name: String, range: Range<Int>)] {
        let chunks = file.chunks.map { chunk in
            (PartName(of: chunk, in: bytes).description, chunk.range)
        }
        return [("signature", 0..<PNGFile.signature.count)] + chunks + [("trailer", file.trailer)]
    }
}
