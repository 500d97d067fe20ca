internal import UprightBase

extension Track {
    /// The extensions of files that ``init(parsing:)`` reads.
    package static let endings = [".gpx", ".kml", ".nmea", ".nma", ".fit"]

    /// Reads a track in the format that its first bytes indicate: GPX, KML, FIT or NMEA 0183.
    package init(parsing bytes: [UInt8]) throws(GeodataError) {
        if bytes.count >= 12, Array(bytes[8..<12]) == Array(".FIT".utf8) {
            try self.init(parsingFIT: bytes)
            return
        }
        let start = bytes.prefix(4096)
        let first = start.first { $0 > 32 && $0 < 127 }
        if first == UInt8(ascii: "<") {
            // By bytes: the search for text in text links regular expressions, which are a tenth of the worker's program.
            if ["<kml", ":kml"].contains(where: { start.firstOffset(of: Array($0.utf8)) != nil }) {
                try self.init(parsingKML: bytes)
            } else {
                try self.init(parsingGPX: bytes)
            }
            return
        }
        // Logs can start with lines in the receiver's own format.
        if start.contains(UInt8(ascii: "$")) {
            try self.init(parsingNMEA: bytes)
            return
        }
        try self.init(parsingGPX: bytes)
    }
}
