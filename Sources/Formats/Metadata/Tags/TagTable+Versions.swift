extension TagTable {
    /// Returns the version of the standard that introduced a tag, in the form of its directory's version tag: the four
    /// digits of `ExifVersion` (`0230`), or the four bytes of `GPSVersionID`. Nil for tags as old as their directory.
    ///
    /// Source: the lists of changes in Exif 2.2, 2.21, 2.3, 2.31, 2.32 and 3.0.
    public static func version(introducing tag: TagID) -> [UInt8]? {
        switch (tag.group, tag.number) {
        case (.exif, 0x9214), (.exif, 0xA401...0xA40C), (.exif, 0xA420): Array("0220".utf8)
        case (.exif, 0xA500): Array("0221".utf8)
        case (.exif, 0x8830...0x8835), (.exif, 0xA430...0xA435): Array("0230".utf8)
        case (.exif, 0x9010...0x9012), (.exif, 0x9400...0x9405): Array("0231".utf8)
        case (.exif, 0xA460...0xA462): Array("0232".utf8)
        case (.exif, 0xA436...0xA43C): Array("0300".utf8)
        case (.gps, 0x1B...0x1E): [2, 2, 0, 0]
        case (.gps, 0x1F): [2, 3, 0, 0]
        default: nil
        }
    }

    /// Returns the tag that holds the version of a directory.
    package static func versionTag(of group: TagGroup) -> TagID? {
        switch group {
        case .exif: TagID(.exif, .exifVersion)
        case .gps: TagID(.gps, .gpsVersionID)
        default: nil
        }
    }
}
