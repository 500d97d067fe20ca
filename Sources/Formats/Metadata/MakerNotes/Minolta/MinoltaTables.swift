/// The notes of Minolta and Konica Minolta. Sources: ExifTool, "Minolta Tags"; Exiv2, "Minolta makernote tags".
extension MakerNoteTables {
    static let minolta = MakerNoteTables(MakerNoteData.minolta)
}
