/// What an XMP sidecar says about where its picture was taken (XMP specification part 2, section 3.2, `exif:GPS…`).
public struct XMPSidecar: Hashable, Sendable {
    /// Where.
    public var position: Position?

    /// A file that is no XMP.
    public struct FormatError: Error, Hashable, CustomStringConvertible {
        /// The line it ends in.
        public var line: Int
        /// What the reader found there.
        public var reason: String
        /// For people.
        public var description: String { "expected an XMP sidecar, found in line \(line): \(reason)" }
    }

    /// Names a picture's sidecar may have: `a.jpg.xmp` before `a.xmp`.
    public static func candidates(for picture: String) -> [String] {
        guard let dot = picture.lastIndex(of: "."), dot > picture.startIndex else { return [picture + ".xmp"] }
        return [picture + ".xmp", picture + ".XMP", picture[..<dot] + ".xmp", picture[..<dot] + ".XMP"]
    }

    /// Reads a sidecar; properties may be attributes or elements.
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        let reader = Reader()
        do {
            try XMLEvents.parse(bytes, reader)
        } catch {
            throw FormatError(line: error.line, reason: error.reason)
        }
        let values = reader.values
        guard let latitude = values["GPSLatitude"].flatMap({ Self.degrees($0, "N", "S") }),
            let longitude = values["GPSLongitude"].flatMap({ Self.degrees($0, "E", "W") })
        else { return }
        var altitude = values["GPSAltitude"].flatMap(Self.rational)
        if values["GPSAltitudeRef"] == "1" { altitude = altitude.map { -$0 } }
        position = Position(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    /// `DDD,MM,SSk` or `DDD,MM.mmk`, k the hemisphere; plain decimal degrees are read as well.
    static func degrees(_ text: String, _ positive: String, _ negative: String) -> Double? {
        let text = Timestamp.trimmed(text)
        guard let last = text.last else { return nil }
        if last.isNumber { return Double(text) }
        let sign: Double
        switch String(last).uppercased() {
        case positive: sign = 1
        case negative: sign = -1
        default: return nil
        }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var value = 0.0
        var unit = 1.0
        for part in parts {
            guard let part, part >= 0 else { return nil }
            value += part / unit
            unit *= 60
        }
        return sign * value
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
