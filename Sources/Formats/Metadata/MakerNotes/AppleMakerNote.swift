/// Reads the maker notes of Apple cameras: `Apple iOS`, a byte order, and a directory with offsets from the note's
/// start.
///
/// Values that are binary property lists are decoded (tag 3, the run time: `flags`, `value`, `timescale`, `epoch`).
public struct AppleMakerNote: MakerNoteReader {
    /// Creates a reader of Apple notes.
    public init() {}

    /// Returns the note's values under `{MakerApple}`.
    public func read(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> MakerNote? {
        let note = block.bytes[range]
        guard note.starts(with: "Apple iOS\0".utf8), note.count >= 16 else { return nil }
        let mark = note.startIndex + 12
        let order: TIFFByteOrder
        switch (note[mark], note[mark + 1]) {
        case (0x4D, 0x4D): order = .bigEndian
        case (0x49, 0x49): order = .littleEndian
        default: return nil
        }
        guard let entries = MakerNoteDirectory(bytes: note, byteOrder: order).entries(at: 14) else { return nil }
        var properties: [String: PropertyValue] = [:]
        for (tag, value, _) in entries {
            if case .undefined(let bytes) = value, let list = BinaryPropertyList(parsing: bytes) {
                properties[String(tag)] = list.root
            } else {
                properties[String(tag)] = value.property()
            }
        }
        return MakerNote(key: "{MakerApple}", properties: properties)
    }
}
