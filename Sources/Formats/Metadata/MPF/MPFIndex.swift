/// The index of a multi-picture file: the images in the file and their positions.
///
/// Source: CIPA DC-007 (Multi-Picture Format), 5.2.
public struct MPFIndex: Sendable {
    /// An image of the file.
    public struct Image: Sendable, Hashable {
        /// Flags, data format (bits 24 to 26; 0 is JPEG) and type (bits 0 to 23).
        public let attributes: UInt32
        /// The image's length in bytes.
        public let size: Int
        /// The image's offset from the byte order mark of the index; 0 for the first image, which is at the start of
        /// the file.
        public let offset: Int
        /// The position of its 16 bytes in the index.
        package let position: Int

        /// Whether the index declares the image as a JPEG.
        public var isJPEG: Bool { attributes >> 24 & 7 == 0 }

        /// The image's use, in words.
        public var use: String {
            switch attributes & 0xFF_FFFF {
            case 0x03_0000: "primary image"
            case 0x01_0001...0x01_000F: "preview"
            case 0x02_0001: "panorama frame"
            case 0x02_0002: "stereo frame"
            case 0x02_0003: "multi-angle frame"
            case 0x05_0000: "gain map"
            default: "image"
            }
        }
    }

    /// The tag that holds the list of images.
    private static let entryTag = TIFFTag(rawValue: 0xB002)

    package var block: TIFFBlock
    /// The images in index order; the first is the primary image. Empty in the index of another image.
    public let images: [Image]

    /// Reads an index: the payload of an APP2 segment after `MPF\0`.
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        block = try TIFFBlock(parsing: bytes)
        // A list that overlaps the directory that describes it cannot be written safely, so it is ignored.
        guard let entry = block.entry(Self.entryTag, in: .primary), let value = entry.value,
            block.isReadOnly(by: entry, value)
        else {
            images = []
            return
        }
        let order = block.byteOrder
        images = stride(from: value.lowerBound, to: value.upperBound - 15, by: 16).map { position in
            func long(_ offset: Int) -> UInt64 { order.integer(bytes[position + offset..<position + offset + 4]) }
            return Image(
                attributes: UInt32(truncatingIfNeeded: long(0)), size: Int(long(4)), offset: Int(long(8)),
                position: position)
        }
    }

    /// The index, starting with its byte order mark.
    public var bytes: [UInt8] { block.bytes }
}
