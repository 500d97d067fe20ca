internal import ImageMetadata

extension PictureFacts {
    /// What the metadata of a file say; nothing where they cannot be read.
    init(reading bytes: [UInt8]) {
        self.init()
        let properties: ImageProperties
        do { properties = try ImageProperties(reading: bytes) } catch { return }
        if let coordinate = properties.gps?.coordinate, coordinate.isPlausible {
            latitude = coordinate.latitude
            longitude = coordinate.longitude
        }
        if let time = properties.exif.dateTimeOriginal ?? properties.exif.dateTimeDigitized {
            captured = time.exifText
            offset = time.offsetText
        }
    }
}
