package import UprightFormats

extension MetadataEdit {
    /// Returns the edits that write a position to the GPS IFD and to XMP's copy if there is one; in a format without
    /// Exif, to XMP.
    ///
    /// - Parameters:
    ///   - latitude: degrees north, as text, so that its exact value is written: `-33.8675`.
    ///   - longitude: degrees east.
    ///   - altitude: metres above sea level; nil keeps the altitude.
    /// - Returns: nil if the values are not a position on the earth.
    package static func position(
        latitude: String, longitude: String, altitude: String? = nil, type: ImageType,
        when condition: Condition = .always
    ) -> [MetadataEdit]? {
        position(
            latitude: latitude, longitude: longitude, altitude: altitude, inExif: holdsExif(type), when: condition)
    }

    /// Returns the edits that write the time of a position: Exif's `GPSDateStamp` and `GPSTimeStamp`, and XMP's copy if
    /// there is one; in a format without Exif, XMP's. None for a time outside of the years 1 to 9999.
    ///
    /// - Parameter time: seconds since 1970 (UTC), which is rounded to milliseconds.
    package static func gpsTime(_ time: Double, type: ImageType, when condition: Condition = .always) -> [MetadataEdit]
    {
        gpsTime(time, inExif: holdsExif(type), when: condition)
    }

    /// Returns the edits that write the capture time everywhere readers look: Exif's `DateTimeOriginal` and
    /// `DateTimeDigitized` with their fractions and zones, and existing copies in XMP and IPTC; in a format without
    /// Exif, XMP. `DateTime`, which records when the file was changed, stays.
    package static func time(
        _ time: ExifDateTime, type: ImageType, when condition: Condition = .always
    ) -> [MetadataEdit] {
        self.time(time, inExif: holdsExif(type), when: condition)
    }

    /// Returns the edits that write a capture date as far as it is known. Without a time of day, Exif cannot hold it, and XMP's
    /// `photoshop:DateCreated` does.
    package static func date(
        _ date: CaptureDate, type: ImageType, when condition: Condition = .always
    ) -> [MetadataEdit] {
        guard date.precision < .second else { return time(date.dateTime, type: type, when: condition) }
        guard let created = XMPName(qualified: "photoshop:DateCreated") else { return [] }
        return [MetadataEdit(.setXMP(created, XMPNode(.simple(date.isoText))), when: condition)]
    }

    /// Returns the edits that remove what ``time(_:type:when:)`` writes.
    package static func removalsOfTime(type: ImageType) -> [MetadataEdit] { removalsOfTime(inExif: holdsExif(type)) }

    private static func holdsExif(_ type: ImageType) -> Bool {
        type != .xmp && PictureFormats.description(of: type)?.holdsExif ?? true
    }
}
