/// The index of a multi-picture file: which images follow the primary one, and where.
///
/// Source: CIPA DC-007 (Multi-Picture Format), 5.2.
public struct MPFIndex: Sendable {
    /// One image of the file.
    public struct Image: Sendable, Hashable {
        /// Flags, data format (bits 24 to 26; 0 is JPEG) and type (bits 0 to 23).
        public let attributes: UInt32
        /// How many bytes the image has.
        public let size: Int
        /// Where it begins, from the byte order mark of the index; 0 for the first image, which begins the file.
        public let offset: Int
        /// Where its 16 bytes lie in the index.
        package let position: Int

        /// Whether the image is a JPEG, as far as the index says.
        public var isJPEG: Bool { attributes >> 24 & 7 == 0 }

        /// What the image is for, in words.
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
    /// The images in the order of the index; the first is the primary one. Empty in the index of another image.
    public let images: [Image]

    /// Reads an index: the payload of an APP2 segment behind `MPF\0`.
    public init(parsing bytes: [UInt8]) throws(TIFFError) {
        block = try TIFFBlock(parsing: bytes)
        // A list that overlaps what describes it cannot be written without harm to it: there is none.
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

    /// The index, from its byte order mark on.
    public var bytes: [UInt8] { block.bytes }
}
