internal import UprightRewriting
internal import UprightFormats
internal import UprightBase

extension PictureFacts {
    /// Reads the facts from a file's metadata; empty if they cannot be read.
    init(reading bytes: [UInt8]) {
        do { self.init(try ImageProperties(reading: bytes)) } catch {
            self.init()
            reason = "\(error)"
        }
    }

    /// Reads the facts from a file's properties.
    init(_ properties: ImageProperties) {
        self.init()
        width = properties.size?.width
        height = properties.size?.height
        orientation = properties.orientation?.rawValue
        if let note = properties.exifMetadata?.makerNote(), note.key == "{MakerApple}" {
            contentIdentifier = note.properties["17"]?.string
        }
        contentIdentifier = contentIdentifier ?? properties.recording?.contentIdentifier
        dates = MetadataDate.all(in: properties)
        make = Self.line(properties.tiff.make)
        model = Self.line(properties.tiff.model)
        serial = Self.line(properties.exif.bodySerialNumber)
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
        if latitude == nil, let coordinate = properties.recording?.coordinate, coordinate.isPlausible {
            (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
            altitude = Self.finite(properties.recording?.altitude)
        }
        date = CaptureDate(of: properties)
    }

    /// A text without the white space around it; nil for one that is blank, or too long to be a name.
    private static func line(_ text: String?) -> String? {
        let line = text.map { String(Timestamp.trimmed($0)) } ?? ""
        return line.isEmpty || line.utf8.count > 256 ? nil : line
    }

    /// A file can contain numbers that no message carries.
    private static func finite(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }
}
