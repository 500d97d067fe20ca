internal import UprightFormats

/// Checks texts against the schemas of the properties that readers act on.
///
/// Source: XMP part 2 (xmp, exif, tiff); IPTC Photo Metadata Standard 2023.2; ISO 3166-1 for country codes.
enum XMPValueChecker {
    private enum Kind {
        case integer(ClosedRange<Int>)
        case real(ClosedRange<Double>)
        case rational
        case latitude, longitude
        case date, countryCode, boolean

        var expected: String {
            switch self {
            case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .real(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
            case .rational: "a fraction such as 1/125"
            case .latitude: "degrees and minutes such as 48,8.2292N"
            case .longitude: "degrees and minutes such as 11,34.5674E"
            case .date: "a date, or a date and time such as 2024-05-17T18:03:09+02:00"
            case .countryCode: "a code of two or three letters (ISO 3166-1) such as DEU"
            case .boolean: "True or False"
            }
        }
    }

    private static let kinds: [String: Kind] = {
        var kinds: [String: Kind] = [
            "xmp:Rating": .real(-1...5), "tiff:Orientation": .integer(1...8),
            "exif:GPSLatitude": .latitude, "exif:GPSLongitude": .longitude, "exif:GPSDestLatitude": .latitude,
            "exif:GPSDestLongitude": .longitude, "exif:GPSAltitude": .rational, "exif:GPSAltitudeRef": .integer(0...3),
            "Iptc4xmpCore:CountryCode": .countryCode, "xmpRights:Marked": .boolean,
            "exif:ColorSpace": .integer(0...65_535), "tiff:ResolutionUnit": .integer(1...3),
            "photoshop:Urgency": .integer(0...8),
        ]
        for name in [
            "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "photoshop:DateCreated", "exif:DateTimeOriginal",
            "exif:DateTimeDigitized", "exif:GPSTimeStamp", "tiff:DateTime",
        ] { kinds[name] = .date }
        for name in [
            "tiff:XResolution", "tiff:YResolution", "exif:ExposureTime", "exif:FNumber", "exif:FocalLength",
            "exif:ApertureValue", "exif:ShutterSpeedValue", "exif:ExposureBiasValue", "exif:MaxApertureValue",
        ] { kinds[name] = .rational }
        for name in ["tiff:ImageWidth", "tiff:ImageLength", "exif:PixelXDimension", "exif:PixelYDimension"] {
            kinds[name] = .integer(1...Int(UInt32.max))
        }
        return kinds
    }()

    /// Throws if a text is not a valid value of a property.
    static func check(_ text: String, for name: XMPName) throws(MetadataValueError) {
        guard let kind = kinds[name.qualified], !accepts(text, kind) else { return }
        throw MetadataValueError("XMP:\(name.qualified) takes \(kind.expected), found \"\(text)\"")
    }

    static func isCountryCode(_ text: String) -> Bool {
        (2...3).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    }

    private static func accepts(_ text: String, _ kind: Kind) -> Bool {
        switch kind {
        case .integer(let range): return Int(text).map(range.contains) ?? false
        case .real(let range): return isNumber(text) && Double(text).map(range.contains) ?? false
        case .rational:
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == 2 ? parts.allSatisfy { Int($0) != nil } : isNumber(text)
        case .latitude: return isCoordinate(text, degrees: 90, "NS")
        case .longitude: return isCoordinate(text, degrees: 180, "EW")
        case .date: return isDate(text)
        case .countryCode: return isCountryCode(text)
        case .boolean: return ["true", "false"].contains(text.lowercased())
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) } && Double(text) != nil
    }

    /// `DDD,MM,SSk` or `DDD,MM.mmk` (XMP part 2, 1.2.7.4).
    private static func isCoordinate(_ text: String, degrees limit: Double, _ directions: String) -> Bool {
        guard let direction = text.last, directions.contains(direction) else { return false }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E } ? Double(part) : nil
        }
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }),
            !parts.dropLast().contains(where: { $0.contains(".") })
        else { return false }
        return zip(numbers, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 } <= limit
    }

    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, the last also with a time (XMP part 1, 8.2.1.2).
    private static func isDate(_ text: String) -> Bool {
        let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let day = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let digits = day.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? $0.utf8.count : 0 }
        guard [[4], [4, 2], [4, 2, 2]].contains(digits), halves.count == 1 || day.count == 3 else { return false }
        let full = (day + ["01", "01"]).prefix(3).joined(separator: ":")
        guard halves.count == 2 else { return ExifDateTime("\(full) 00:00:00") != nil }
        var time = halves[1]
        if time.hasSuffix("Z") {
            time = time.dropLast()
        } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            guard ExifDateTime.minutes(ofOffset: String(time[sign...])) != nil else { return false }
            time = time[..<sign]
        }
        let parts = time.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || !parts[1].isEmpty && parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return false
        }
        let clock = parts[0].utf8.count == 5 ? "\(parts[0]):00" : String(parts[0])
        return ExifDateTime("\(full) \(clock)") != nil
    }
}
