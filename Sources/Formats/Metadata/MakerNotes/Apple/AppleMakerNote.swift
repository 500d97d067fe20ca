/// Reads the maker notes of Apple cameras: `Apple iOS`, a byte order, and a directory with offsets from the note's
/// start.
///
/// Values that are binary property lists are decoded (tag 3, the run time: `flags`, `value`, `timescale`, `epoch`).
public struct AppleMakerNote: MakerNoteReader {
    /// Creates a reader of Apple notes.
    public init() {}

    /// The names of values that are property lists.
    private static let lists = [
        "2": "AEMatrix", "3": "RunTime", "62": "ColorCorrectionMatrix", "64": "SemanticStyle",
    ]
    private static let runTime = [
        "flags": "RunTimeFlags", "value": "RunTimeValue", "timescale": "RunTimeScale", "epoch": "RunTimeEpoch",
    ]

    /// Returns the note's values by ImageIO's keys, which are the numbers, and by name, under `{MakerApple}`.
    public func read(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> MakerNote? {
        let note = block.bytes[range]
        guard let (entries, order) = Self.directory(note) else { return nil }
        return read(entries, order, of: note)
    }

    /// Returns the entries of a note and their byte order; nil if it is none of Apple's.
    static func directory(_ note: ArraySlice<UInt8>) -> (entries: [MakerNoteEntry], order: TIFFByteOrder)? {
        guard note.starts(with: "Apple iOS\0".utf8), note.count >= 16 else { return nil }
        let mark = note.startIndex + 12
        let order: TIFFByteOrder
        switch (note[mark], note[mark + 1]) {
        case (0x4D, 0x4D): order = .bigEndian
        case (0x49, 0x49): order = .littleEndian
        default: return nil
        }
        return MakerNoteDirectory(bytes: note, byteOrder: order).entries(at: 14).map { ($0, order) }
    }

    private func read(
        _ entries: [MakerNoteEntry], _ order: TIFFByteOrder, of note: ArraySlice<UInt8>
    ) -> MakerNote {
        var properties: [String: PropertyValue] = [:]
        for entry in entries {
            if case .undefined(let bytes) = entry.value, let list = BinaryPropertyList(parsing: bytes) {
                properties[String(entry.tag)] = list.root
            } else {
                properties[String(entry.tag)] = entry.value.property()
            }
        }
        var naming = MakerNoteNaming(.of("apple"), in: MakerNoteDirectory(bytes: note, byteOrder: order))
        naming.add(entries)
        var named = naming.properties
        // Property lists are values of names, too.
        for (tag, name) in Self.lists {
            if let list = properties[tag] { named[name] = list }
        }
        if let time = properties["3"] {
            for (key, name) in Self.runTime { named[name] = time[key] }
        }
        named.merge(properties) { _, own in own }
        return MakerNote(key: "{MakerApple}", properties: named, entries: entries, order)
    }
}
