internal import UprightMetadata

extension PictureFacts {
    /// What the metadata of a file say; nothing where they cannot be read.
    init(reading bytes: [UInt8]) {
        self.init()
        let properties: ImageProperties
        do { properties = try ImageProperties(reading: bytes) } catch { return }
        if let coordinate = properties.gps?.coordinate, coordinate.isPlausible {
            latitude = coordinate.latitude
            longitude = coordinate.longitude
        } else if let xmp = properties.xmp, let north = Self.degrees(xmp["exif:GPSLatitude"]?.text, "N", "S"),
            let east = Self.degrees(xmp["exif:GPSLongitude"]?.text, "E", "W"), north != 0 || east != 0,
            abs(north) <= 90, abs(east) <= 180
        {
            latitude = north
            longitude = east
        }
        if let time = properties.exif.dateTimeOriginal ?? properties.exif.dateTimeDigitized {
            captured = time.exifText
            offset = time.offsetText
            fraction = time.fraction
        }
    }

    /// Degrees from XMP: `48,8.24562N` or `48,8,14.7N` (XMP part 2, 1.2.7.4).
    private static func degrees(_ text: String?, _ positive: Character, _ negative: Character) -> Double? {
        guard let text, let letter = text.last, letter == positive || letter == negative else { return nil }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(parts.count), let whole = parts[0], let minutes = parts[1], whole >= 0,
            (0..<60).contains(minutes)
        else { return nil }
        var degrees = whole + minutes / 60
        if parts.count == 3 {
            guard let seconds = parts[2], (0..<60).contains(seconds) else { return nil }
            degrees += seconds / 3600
        }
        return letter == positive ? degrees : -degrees
    }
}
