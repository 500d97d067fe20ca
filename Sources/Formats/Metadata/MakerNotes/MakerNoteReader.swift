/// Reads the notes of one or more camera makers. Notes in unknown formats stay opaque, byte for byte.
public protocol MakerNoteReader: Sendable {
    /// Returns the properties of a note; nil if this reader does not support its format.
    ///
    /// - Parameters:
    ///   - range: the range of the note in the block.
    ///   - block: the Exif block; many makers' offsets count from its start.
    ///   - make: the value of the tag `Make`; nil if it is missing.
    func read(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> MakerNote?
}
