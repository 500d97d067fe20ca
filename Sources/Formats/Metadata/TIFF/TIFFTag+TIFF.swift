/// The other tags of the pages of a TIFF block (TIFF 6.0; Exif 3.0, table 6) and of its interoperability IFD, with the
/// names of the standard.
extension TIFFTag {
    package static let interoperabilityVersion = TIFFTag(rawValue: 0x0002)
    package static let newSubfileType = TIFFTag(rawValue: 0x00FE)
    package static let subfileType = TIFFTag(rawValue: 0x00FF)
    package static let imageDescription = TIFFTag(rawValue: 0x010E)
    package static let make = TIFFTag(rawValue: 0x010F)
    package static let model = TIFFTag(rawValue: 0x0110)
    package static let resolutionUnit = TIFFTag(rawValue: 0x0128)
    package static let software = TIFFTag(rawValue: 0x0131)
    package static let dateTime = TIFFTag(rawValue: 0x0132)
    package static let artist = TIFFTag(rawValue: 0x013B)
    package static let predictor = TIFFTag(rawValue: 0x013D)
    package static let colorMap = TIFFTag(rawValue: 0x0140)
    package static let tileByteCounts = TIFFTag(rawValue: 0x0145)
    package static let yCbCrPositioning = TIFFTag(rawValue: 0x0213)
    package static let xmlPacket = TIFFTag(rawValue: 0x02BC)
    package static let copyright = TIFFTag(rawValue: 0x8298)
    package static let imageResources = TIFFTag(rawValue: 0x8649)
    package static let interColorProfile = TIFFTag(rawValue: 0x8773)
    package static let dngVersion = TIFFTag(rawValue: 0xC612)
}
