internal import UprightFormats

extension MetadataEdit {
    /// Returns the edits that write the time of a position: Exif's `GPSDateStamp` and `GPSTimeStamp`, and XMP's copy if
    /// there is one; in a format without Exif, XMP's. None for a time outside of the years 1 to 9999.
    ///
    /// - Parameter time: seconds since 1970 (UTC), which is rounded to milliseconds.
    package static func gpsTime(_ time: Double, inExif: Bool, when condition: Condition) -> [MetadataEdit] {
        guard let moment = ExifDateTime(secondsSince1970: time) else { return [] }
        let parts = moment.exifText.split(separator: " ")
        let clock = parts[1].split(separator: ":").compactMap { UInt32($0) }
        guard parts.count == 2, clock.count == 3 else { return [] }
        var iso = parts[0].split(separator: ":").joined(separator: "-") + "T" + parts[1]
        if let fraction = moment.fraction { iso += ".\(fraction)" }
        let copy = MetadataEdit(.setXMP(XMPName(.exif, "GPSTimeStamp"), XMPNode(.simple(iso + "Z"))))
        if !inExif { return [copy.when(condition)] }
        var second = Rational(clock[2], 1)
        if let fraction = moment.fraction, let exact = ExactFraction(decimal: "\(clock[2]).\(fraction)"),
            let value = Rational(approximating: exact)
        {
            second = value
        }
        let stamp = MetadataValue.rational([Rational(clock[0], 1), Rational(clock[1], 1), second])
        return [
            MetadataEdit(.setExif(TagID(.gps, .gpsTimeStamp), stamp), when: condition),
            MetadataEdit(.setExif(TagID(.gps, .gpsDateStamp), .text(String(parts[0]))), when: condition),
        ] + (condition == .always ? [copy.when(.wherePresent)] : [])
    }
}
