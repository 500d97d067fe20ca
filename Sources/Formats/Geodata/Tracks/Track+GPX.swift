extension Track {
    /// Reads a GPX file (1.0 or 1.1): the points of its tracks and routes that have a time.
    ///
    /// Points without a time or a valid position are left out. This is not an error as long as at least one point is
    /// left.
    package init(parsingGPX bytes: [UInt8]) throws(GeodataError) {
        let reader = GPXReader()
        do {
            try XMLEvents.parse(bytes, reader)
        } catch {
            // A logger that loses power leaves a truncated file: use the points before the cut.
            guard reader.root == "gpx", reader.points.count > 1 else {
                throw .notXML(error)
            }
        }
        guard reader.root == "gpx" else { throw .notGPX(found: reader.root) }
        guard !reader.points.isEmpty else { throw .noFixes }
        self.init(reader.points)
    }

    private final class GPXReader: XMLEvents.Handler {
        var root = ""
        var points: [TrackPoint] = []
        private var time: Double?
        private var elevation: Double?

        func began(_ element: XMLEvents.Element) {
            if root.isEmpty { root = String(element.localName) }
            if element.localName == "trkpt" || element.localName == "rtept" {
                time = nil
                elevation = nil
            }
        }

        func ended(_ element: XMLEvents.Element) {
            switch element.localName {
            case "time": time = Timestamp.seconds(element.text)
            case "ele": elevation = Double(Timestamp.trimmed(element.text))
            case "trkpt", "rtept":
                guard let time, let latitude = element.attributes["lat"].flatMap({ Double(Timestamp.trimmed($0)) }),
                    let longitude = element.attributes["lon"].flatMap({ Double(Timestamp.trimmed($0)) }),
                    let position = Position(latitude: latitude, longitude: longitude, altitude: elevation)
                else { return }
                points.append(TrackPoint(time: time, position: position))
            default: break
            }
        }
    }
}
