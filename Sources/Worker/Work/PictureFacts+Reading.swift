internal import UprightGeodata
internal import UprightGeometry
internal import UprightMetadata
internal import UprightRewriting

extension PictureFacts {
    /// Reads the facts from a file's metadata; empty if they cannot be read.
    init(reading bytes: [UInt8]) {
        self.init()
        let properties: ImageProperties
        do { properties = try ImageProperties(reading: bytes) } catch {
            reason = "\(error)"
            return
        }
        width = properties.size?.width
        height = properties.size?.height
        if let note = properties.exifMetadata?.makerNote(), note.key == "{MakerApple}" {
            contentIdentifier = note.properties["17"]?.string
        }
        positionTime = Self.finite(properties.gps?.dateTime?.secondsSince1970)
        if let coordinate = properties.gps?.coordinate, coordinate.isPlausible {
            latitude = coordinate.latitude
            longitude = coordinate.longitude
            altitude = Self.finite(properties.gps?.altitude)
        } else if let xmp = properties.xmp,
            let north = xmp["exif:GPSLatitude"]?.text.flatMap({ XMPCoordinate.latitude.degrees($0) }),
            let east = xmp["exif:GPSLongitude"]?.text.flatMap({ XMPCoordinate.longitude.degrees($0) }),
            north != 0 || east != 0,
            north.magnitude <= 90, east.magnitude <= 180
        {
            latitude = north
            longitude = east
            isPositionOfXMP = true
        }
        if let time = properties.exif.dateTimeOriginal ?? properties.exif.dateTimeDigitized {
            isDigitizationTime = properties.exif.dateTimeOriginal == nil
            captured = time.exifText
            offset = time.offsetText
            fraction = time.fraction
        }
    }

    /// A file can contain numbers that no message carries.
    private static func finite(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }
}
