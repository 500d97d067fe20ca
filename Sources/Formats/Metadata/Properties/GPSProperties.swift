/// The values of the GPS IFD as Swift types.
public struct GPSProperties: Sendable {
    private let metadata: ExifMetadata

    /// Nil if the block has no GPS IFD.
    init?(_ metadata: ExifMetadata?) {
        guard let metadata, metadata.block.directory(.gps) != nil else { return nil }
        self.metadata = metadata
    }

    /// The value of a tag of the GPS IFD, by its number.
    public subscript(number: UInt16) -> MetadataValue? { metadata[.gps, number] }

    private subscript(tag: TIFFTag) -> MetadataValue? { self[tag.rawValue] }

    /// The latitude as stored, without the sign.
    public var latitude: DegreesMinutesSeconds? { angle(.gpsLatitude) }
    /// The longitude as stored, without the sign.
    public var longitude: DegreesMinutesSeconds? { angle(.gpsLongitude) }

    private func angle(_ tag: TIFFTag) -> DegreesMinutesSeconds? {
        guard case .rational(let parts)? = self[tag] else { return nil }
        return DegreesMinutesSeconds(parts)
    }

    private func number(_ tag: TIFFTag) -> Double? {
        self[tag]?.numbers?.first.flatMap { $0.isFinite ? $0 : nil }
    }

    private func letter(_ tag: TIFFTag) -> Character? { self[tag]?.text?.uppercased().first }

    /// The position; nil if a part is missing, has no value, or is out of range.
    ///
    /// A missing reference counts as north or east, as in other readers.
    public var coordinate: GPSCoordinate? {
        guard let latitude = degreesNorth, let longitude = degreesEast else { return nil }
        return GPSCoordinate(latitude: latitude, longitude: longitude)
    }

    /// Degrees north of the equator; nil if there is no latitude or an impossible one.
    package var degreesNorth: Double? { degrees(latitude, upTo: 90, isNegative: letter(.gpsLatitudeRef) == "S") }

    /// Degrees east of Greenwich; nil if there is no longitude or an impossible one.
    package var degreesEast: Double? { degrees(longitude, upTo: 180, isNegative: letter(.gpsLongitudeRef) == "W") }

    private func degrees(_ angle: DegreesMinutesSeconds?, upTo limit: Double, isNegative: Bool) -> Double? {
        guard let degrees = angle?.decimalDegrees, degrees <= limit else { return nil }
        return isNegative ? -degrees : degrees
    }

    /// Metres above sea level (or the ellipsoid); negative below it.
    public var altitude: Double? {
        number(.gpsAltitude).map { [1, 3].contains(self[.gpsAltitudeRef]?.integers?.first ?? 0) ? -$0 : $0 }
    }

    /// The direction of the camera, in degrees clockwise from north.
    public var imageDirection: Double? { number(.gpsImgDirection) }

    /// The error of the position, in metres.
    public var horizontalPositioningError: Double? { number(.gpsHPositioningError) }

    /// The time of the position, in UTC.
    public var dateTime: ExifDateTime? {
        guard let day = self[.gpsDateStamp]?.text, let time = metadata.property(TagID(.gps, .gpsTimeStamp))?.string
        else { return nil }
        let parts = time.split(separator: ".")
        return ExifDateTime(
            "\(day) \(parts.first ?? "")", fraction: parts.count > 1 ? String(parts[1]) : nil, offset: "Z")
    }
}
