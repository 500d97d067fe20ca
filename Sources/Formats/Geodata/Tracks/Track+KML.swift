extension Track {
    /// Reads a KML file (OGC KML 2.2, with Google's `gx:Track`): tracks whose coordinates have times, and placemarks
    /// that have a point and a time stamp.
    ///
    /// Lines without times are ignored, since they give positions but no times.
    package init(parsingKML bytes: [UInt8]) throws(GeodataError) {
        let reader = KMLReader()
        do { try XMLEvents.parse(bytes, reader) } catch {
            guard reader.root == "kml", reader.points.count > 1 else {
                throw .notXML(error)
            }
        }
        guard reader.root == "kml" else { throw .notATrack(found: "a document of <\(reader.root)>") }
        guard !reader.points.isEmpty else { throw .noFixes }
        self.init(reader.points)
    }

    private final class KMLReader: XMLEvents.Handler {
        var root = ""
        var points: [TrackPoint] = []
        private var times: [Double?] = []
        private var places: [Position?] = []
        private var stamp: Double?
        private var point: Position?
        private var isInTrack = false
        private var isInPoint = false

        func began(_ element: XMLEvents.Element) {
            if root.isEmpty { root = String(element.localName) }
            switch element.localName {
            case "Track":
                isInTrack = true
                (times, places) = ([], [])
            case "Placemark": (stamp, point) = (nil, nil)
            case "Point": isInPoint = true
            default: break
            }
        }

        func ended(_ element: XMLEvents.Element) {
            switch element.localName {
            case "when":
                let time = Timestamp.seconds(element.text)
                if isInTrack { times.append(time) } else { stamp = time }
            case "coord":
                // "longitude latitude altitude"
                places.append(Self.position(element.text.split(whereSeparator: \.isWhitespace)))
            case "coordinates":
                if isInPoint { point = Self.position(Timestamp.trimmed(element.text).split(separator: ",")) }
            case "Point": isInPoint = false
            case "Track":
                isInTrack = false
                // Times and positions are paired in order (KML 2.2 gx).
                for (time, position) in zip(times, places) {
                    if let time, let position { points.append(TrackPoint(time: time, position: position)) }
                }
            case "Placemark":
                if let stamp, let point { points.append(TrackPoint(time: stamp, position: point)) }
            default: break
            }
        }

        private static func position(_ parts: [Substring]) -> Position? {
            guard parts.count >= 2, let longitude = Double(parts[0]), let latitude = Double(parts[1]) else {
                return nil
            }
            return Position(
                latitude: latitude, longitude: longitude, altitude: parts.count > 2 ? Double(parts[2]) : nil)
        }
    }
}
