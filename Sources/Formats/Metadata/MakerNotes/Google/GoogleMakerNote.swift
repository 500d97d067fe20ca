/// Names the notes of Google's cameras: `HDRP`, a version and a compressed protocol buffer, whose fields Google has not
/// published. Its bytes are the value.
///
/// Source: ExifTool, "Google HDRPlusMakerNote Tags".
public struct GoogleMakerNote: MakerNoteReader {
    /// Creates a reader of Google's notes.
    public init() {}

    /// Returns the note's version and bytes under `{MakerGoogle}`.
    public func read(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> MakerNote? {
        let note = block.bytes[range]
        guard note.starts(with: "HDRP".utf8), note.count > 5 else { return nil }
        return MakerNote(
            key: "{MakerGoogle}",
            properties: [
                "HDRPlusMakerNoteVersion": .integer(Int(note[note.startIndex + 4])),
                "HDRPlusMakerNote": .data(Array(note.dropFirst(5))),
            ])
    }
}
