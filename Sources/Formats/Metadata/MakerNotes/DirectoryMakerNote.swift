/// Reads maker notes that are plain directories: `{MakerCanon}`, `{MakerNikon}`, `{MakerOlympus}`, `{MakerFuji}`,
/// `{MakerPentax}`, `{MakerMinolta}`, `{MakerPanasonic}` and `{MakerSony}`. Values have ImageIO's key if there is one,
/// and their number otherwise. The makers do not publish the meaning of the numbers.
public struct DirectoryMakerNote: MakerNoteReader {
    /// The position of a maker's directory, and the base of its offsets.
    private struct Form {
        let key: String
        /// The first bytes of the note.
        let signature: [UInt8]
        /// The prefix of `Make`, for notes without a signature.
        let make: String
        /// The offset of the directory in the note.
        let offset: Int
        /// Whether offsets count from the note rather than from the block.
        let isRelative: Bool
    }

    private static let forms: [Form] = [
        Form(key: "{MakerOlympus}", signature: Array("OLYMPUS\0".utf8), make: "", offset: 12, isRelative: true),
        Form(key: "{MakerOlympus}", signature: Array("OM SYSTEM\0".utf8), make: "", offset: 16, isRelative: true),
        Form(key: "{MakerOlympus}", signature: Array("OLYMP\0".utf8), make: "", offset: 8, isRelative: false),
        Form(key: "{MakerPanasonic}", signature: Array("Panasonic\0".utf8), make: "", offset: 12, isRelative: false),
        Form(key: "{MakerSony}", signature: Array("SONY DSC \0".utf8), make: "", offset: 12, isRelative: false),
        Form(key: "{MakerSony}", signature: Array("SONY CAM \0".utf8), make: "", offset: 12, isRelative: false),
        Form(key: "{MakerPentax}", signature: Array("AOC\0".utf8), make: "", offset: 6, isRelative: false),
        Form(key: "{MakerNikon}", signature: Array("Nikon\0\u{1}".utf8), make: "", offset: 8, isRelative: false),
        Form(key: "{MakerCanon}", signature: [], make: "Canon", offset: 0, isRelative: false),
        Form(key: "{MakerMinolta}", signature: [], make: "Minolta", offset: 0, isRelative: false),
        Form(key: "{MakerNikon}", signature: [], make: "NIKON", offset: 0, isRelative: false),
        Form(key: "{MakerSamsung}", signature: [], make: "SAMSUNG", offset: 0, isRelative: false),
    ]

    /// ImageIO's keys for whole values of Canon and Nikon notes.
    private static let keys: [String: [UInt16: String]] = [
        "{MakerCanon}": [
            0x0007: "Firmware", 0x0009: "OwnerName", 0x000C: "CameraSerialNumber", 0x0010: "UniqueModelID",
            0x0095: "LensModel", 0x009A: "AspectRatioInfo",
        ],
        "{MakerNikon}": [
            0x0002: "ISOSetting", 0x0003: "ColorMode", 0x0004: "Quality", 0x0005: "WhiteBalanceMode",
            0x0006: "SharpenMode", 0x0007: "FocusMode", 0x0008: "FlashSetting", 0x000F: "ISOSelection",
            0x0012: "FlashExposureComp", 0x001D: "CameraSerialNumber", 0x0080: "ImageAdjustment",
            0x0082: "LensAdapter", 0x0083: "LensType", 0x0084: "LensInfo", 0x0085: "FocusDistance",
            0x0086: "DigitalZoom", 0x0089: "ShootingMode", 0x00A7: "ShutterCount",
        ],
    ]

    /// Creates a reader of these notes.
    public init() {}

    /// The directory of a note.
    struct Contents {
        let key: String
        let directory: MakerNoteDirectory
        let entries: [(tag: UInt16, value: MetadataValue, range: Range<Int>)]
    }

    /// Returns the note's values under its maker's key.
    public func read(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> MakerNote? {
        // ImageIO has no key for Samsung's notes.
        guard let contents = contents(range, in: block, make: make), contents.key != "{MakerSamsung}" else {
            return nil
        }
        let keys = Self.keys[contents.key]
        return MakerNote(
            key: contents.key,
            properties: Dictionary(
                contents.entries.map { (keys?[$0.tag] ?? String($0.tag), $0.value.property()) }
            ) { first, _ in first })
    }

    /// Returns the directory of a note; nil if it is none of these notes.
    func contents(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> Contents? {
        let note = block.bytes[range]
        if note.starts(with: "Nikon\0\u{2}".utf8), note.count > 18 {
            // A complete TIFF block after ten bytes.
            return nested(note.dropFirst(10), key: "{MakerNikon}")
        }
        if note.starts(with: "FUJIFILM".utf8), note.count >= 12 {
            let offset = Int(TIFFByteOrder.littleEndian.integer(note.dropFirst(8).prefix(4)))
            return read(note, at: offset, order: .littleEndian, key: "{MakerFuji}")
        }
        for form in Self.forms
        where note.starts(with: form.signature) && (make ?? "").uppercased().hasPrefix(form.make.uppercased()) {
            let (bytes, offset) =
                form.isRelative ? (note, form.offset) : (block.bytes[...], range.lowerBound + form.offset)
            // Notes with a byte order of their own declare it before the directory.
            let mark = form.isRelative ? Array(note.dropFirst(form.offset - 4).prefix(2)) : []
            let order: TIFFByteOrder =
                mark == Array("II".utf8) ? .littleEndian : mark == Array("MM".utf8) ? .bigEndian : block.byteOrder
            // Software copied other notes unchanged from a block with the other byte order.
            for order in [order, order == .bigEndian ? .littleEndian : .bigEndian] {
                if let found = read(bytes, at: offset, order: order, key: form.key) { return found }
            }
        }
        return nil
    }

    private func nested(_ block: ArraySlice<UInt8>, key: String) -> Contents? {
        guard block.count >= 8 else { return nil }
        let order: TIFFByteOrder = block.first == 0x4D ? .bigEndian : .littleEndian
        return read(block, at: Int(order.integer(block.dropFirst(4).prefix(4))), order: order, key: key)
    }

    private func read(_ bytes: ArraySlice<UInt8>, at offset: Int, order: TIFFByteOrder, key: String) -> Contents? {
        let directory = MakerNoteDirectory(bytes: bytes, byteOrder: order)
        return directory.entries(at: offset).map { Contents(key: key, directory: directory, entries: $0) }
    }
}
