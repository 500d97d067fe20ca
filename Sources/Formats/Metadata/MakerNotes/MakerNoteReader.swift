/// Reads the notes of one or more camera makers. Notes that no reader knows stay opaque, byte for byte.
public protocol MakerNoteReader: Sendable {
    /// The properties of a note, or nil where it is not of a form that this reader knows.
    ///
    /// - Parameters:
    ///   - range: where the note lies in the block.
    ///   - block: the Exif block; many makers' offsets count from its start.
    ///   - make: what the tag `Make` says, if it is there.
    func read(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> MakerNote?
}
