/// Canon's notes. Sources: ExifTool, "Canon Tags"; Exiv2, "Canon makernote tags".
extension MakerNoteTables {
    static let canon = MakerNoteTables(MakerNoteData.canon)
}
