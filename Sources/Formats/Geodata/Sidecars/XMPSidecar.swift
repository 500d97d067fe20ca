/// The position in an XMP sidecar (XMP specification part 2, section 3.2, `exif:GPS…`).
package struct XMPSidecar: Hashable, Sendable {
    /// The position; nil if the sidecar has none.
    package var position: Position?

    /// Reads a sidecar; properties can be attributes or elements.
    package init(parsing bytes: [UInt8]) throws(GeodataError) {
        let reader = Reader()
        do {
            try XMLEvents.parse(bytes, reader)
        } catch {
            throw .notXML(expected: "an XMP sidecar", error)
        }
        let values = reader.values
        guard let latitude = values["GPSLatitude"].flatMap({ XMPCoordinate.latitude.degrees($0) }),
            let longitude = values["GPSLongitude"].flatMap({ XMPCoordinate.longitude.degrees($0) })
        else { return }
        var altitude = values["GPSAltitude"].flatMap(Self.rational)
        if values["GPSAltitudeRef"] == "1" { altitude = altitude.map { -$0 } }
        position = Position(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    private static func rational(_ text: String) -> Double? {
        let parts = Timestamp.trimmed(text).split(separator: "/").map { Double($0) }
        if parts.count == 1, let value = parts[0] { return value }
        guard parts.count == 2, let numerator = parts[0], let denominator = parts[1], denominator != 0 else {
            return nil
        }
        return numerator / denominator
    }

    private final class Reader: XMLEvents.Handler {
        var values: [String: String] = [:]
        private static let namespace = "http://ns.adobe.com/exif/1.0/ "

        func began(_ element: XMLEvents.Element) {
            for (name, value) in element.attributes where name.hasPrefix(Self.namespace) {
                values[String(name.dropFirst(Self.namespace.count))] = value
            }
        }

        func ended(_ element: XMLEvents.Element) {
            guard element.name.hasPrefix(Self.namespace) else { return }
            values[String(element.name.dropFirst(Self.namespace.count))] = String(Timestamp.trimmed(element.text))
        }
    }
}
