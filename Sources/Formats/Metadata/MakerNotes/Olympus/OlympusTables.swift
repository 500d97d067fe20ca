/// The notes of Olympus and OM System, which Epson and the first Minolta cameras share. Sources: ExifTool, "Olympus Tags";
/// Exiv2, "Olympus makernote tags".
extension MakerNoteTables {
    static let olympus = MakerNoteTables(MakerNoteData.olympus)
}
