internal import ImageMetadata

extension PictureFacts {
    /// What the metadata of a file say; nothing where they cannot be read.
    init(reading bytes: [UInt8]) {
        self.init()
        let properties: ImageProperties
        do { properties = try ImageProperties(reading: bytes) } catch { return }
        // (0, 0) is what devices write that do not know where they are.
        if let coordinate = properties.gps?.coordinate, coordinate.latitude != 0 || coordinate.longitude != 0 {
            latitude = coordinate.latitude
            longitude = coordinate.longitude
        }
        if let time = properties.exif.dateTimeOriginal ?? properties.exif.dateTimeDigitized {
            captured = time.exifText
            offset = time.offsetText
        }
    }
}
