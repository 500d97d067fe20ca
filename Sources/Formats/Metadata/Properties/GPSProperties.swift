/// What the GPS IFD says, in Swift's types.
public struct GPSProperties: Sendable {
    private let metadata: ExifMetadata

    /// Nil where the block has no GPS IFD.
    init?(_ metadata: ExifMetadata?) {
        guard let metadata, metadata.block.directory(.gps) != nil else { return nil }
        self.metadata = metadata
    }

    /// The value of a tag of the GPS IFD, by its number.
    public subscript(number: UInt16) -> MetadataValue? { metadata[.gps, number] }

    /// The latitude as it is stored, without the sign.
    public var latitude: DegreesMinutesSeconds? { angle(0x02) }
    /// The longitude as it is stored, without the sign.
    public var longitude: DegreesMinutesSeconds? { angle(0x04) }

    private func angle(_ number: UInt16) -> DegreesMinutesSeconds? {
        guard case .rational(let parts)? = self[number] else { return nil }
        return DegreesMinutesSeconds(parts)
    }

    private func number(_ number: UInt16) -> Double? {
        self[number]?.numbers?.first.flatMap { $0.isFinite ? $0 : nil }
    }

    private func letter(_ number: UInt16) -> Character? { self[number]?.text?.uppercased().first }

    /// The position; nil where a part is missing, has no value or lies outside of the earth.
    ///
    /// A missing reference is taken for north and east, as readers do.
    public var coordinate: GPSCoordinate? {
        guard let latitude = latitude?.decimalDegrees, let longitude = longitude?.decimalDegrees, latitude <= 90,
            longitude <= 180
        else { return nil }
        return GPSCoordinate(
            latitude: letter(0x01) == "S" ? -latitude : latitude,
            longitude: letter(0x03) == "W" ? -longitude : longitude)
    }

    /// Metres above sea level (or the ellipsoid), negative below.
    public var altitude: Double? {
        number(0x06).map { [1, 3].contains(self[0x05]?.integers?.first ?? 0) ? -$0 : $0 }
    }

    /// The direction the camera looked, in degrees clockwise from north.
    public var imageDirection: Double? { number(0x11) }

    /// The error of the position, in metres.
    public var horizontalPositioningError: Double? { number(0x1F) }

    /// When the position was taken, in UTC.
    public var dateTime: ExifDateTime? {
        guard let day = self[0x1D]?.text, let time = metadata.property(TagID(.gps, 0x07))?.string else { return nil }
        let parts = time.split(separator: ".")
        return ExifDateTime(
            "\(day) \(parts.first ?? "")", fraction: parts.count > 1 ? String(parts[1]) : nil, offset: "Z")
    }
}
