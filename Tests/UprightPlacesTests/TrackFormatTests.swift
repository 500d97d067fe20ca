internal import Testing
internal import UprightPlaces
internal import UprightFormats

/// Tracks in formats other than GPX.
@Suite struct TrackFormatTests {
    static let kml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
        <Placemark><gx:Track><when>2024-05-01T10:00:00Z</when><when>2024-05-01T10:01:00Z</when>
        <gx:coord>11.5 48.1 520</gx:coord><gx:coord>11.6 48.2</gx:coord></gx:Track></Placemark>
        <Placemark><TimeStamp><when>2024-05-01T12:00:00+01:00</when></TimeStamp>
        <Point><coordinates> -0.1,51.5,10 </coordinates></Point></Placemark>
        <Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
        </Document></kml>
        """

    /// Expects a part of a track's file to be refused, or to have no more points than the track.
    private func expectPart(of track: Track, _ bytes: [UInt8]) {
        guard let part = try? Track(parsing: bytes) else { return }
        #expect((1...track.points.count).contains(part.points.count), "\(bytes.count) bytes")
    }

    @Test func kmlTracksAndStampedPoints() throws {
        let track = try Track(parsing: Array(Self.kml.utf8))
        #expect(track.points.count == 3)
        #expect(track.points[2].time == 1_714_561_200 && track.points[2].position.latitude == 51.5)
        #expect(track.points[0].time == 1_714_557_600 && track.points[0].position.altitude == 520)
        #expect(track.points[1].position.longitude == 11.6 && track.points[1].position.altitude == nil)
        let line = "<kml><Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></kml>"
        #expect(throws: GeodataError.noFixes) { try Track(parsing: Array(line.utf8)) }
        for end in stride(from: 0, to: Self.kml.utf8.count, by: 7) {
            expectPart(of: track, Array(Self.kml.utf8.prefix(end)))
        }
    }

    static let nmea = """
        $GPGGA,123518.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*68
        $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
        $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
        $GPRMC,123520,V,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W
        $GPRMC,123521,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*00
        $GNRMC,000001.50,A,3352.128,S,15112.558,W,0.0,,010124,,
        $GNGGA,000002.50,3352.128,S,15112.558,W,1,08,0.9,99.0,M,,M,,
        """

    @Test func nmeaSentencesWithFixAndChecksum() throws {
        let track = try Track(parsing: Array(Self.nmea.utf8))
        #expect(track.points.count == 2)
        // The standard's example: 23 March 1994, 48°07.038' N, 11°31.000' E.
        #expect(track.points[0].time == 764_426_119)
        #expect(abs(track.points[0].position.latitude - 48.1173) < 1e-6)
        #expect(abs(track.points[0].position.longitude - 11.516666) < 1e-5)
        #expect(track.points[0].position.altitude == 545.4)
        #expect(track.points[1].time == 1_704_067_201.5 && track.points[1].position.latitude < 0)
        // An altitude of another second is none.
        #expect(track.points[1].position.longitude < 0 && track.points[1].position.altitude == nil)
        for end in 0..<Self.nmea.utf8.count { expectPart(of: track, Array(Self.nmea.utf8.prefix(end))) }
    }

    /// A file of records with a full time, a compressed one and an invalid position; little- or big-endian.
    static func fit(isBigEndian: Bool) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        let time = 1_000_000_030
        func degrees(_ value: Double) -> Int { Int(value / 180 * 2_147_483_648) }
        // Record 20: timestamp, latitude, longitude, altitude; message 0. Then a record without a timestamp as message
        // 1.
        var data: [UInt8] =
            [0x40, 0, isBigEndian ? 1 : 0] + number(20, 2) + [4, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 2, 2, 0x84]
        data += [0x61, 0, isBigEndian ? 1 : 0] + number(20, 2) + [2, 0, 4, 0x85, 1, 4, 0x85, 1, 0, 1, 0]
        data +=
            [0x00] + number(time, 4) + number(degrees(48.1), 4) + number(degrees(11.5), 4) + number(5 * (520 + 500), 2)
        // Five seconds later, encoded in five bits, which begin again.
        data +=
            [0x80 | 1 << 5 | UInt8((time + 5) & 0x1F)] + number(degrees(-33.8), 4) + number(degrees(-151.2), 4) + [9]
        data += [0x00] + number(time + 7, 4) + number(degrees(1), 4) + number(degrees(2), 4) + number(0xFFFF, 2)
        data += [0x00] + number(time + 9, 4) + number(0x7FFF_FFFF, 4) + number(0x7FFF_FFFF, 4) + number(0xFFFF, 2)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
        return [14, 0x20, 0, 0] + size + Array(".FIT".utf8) + [0, 0] + data + [0, 0]
    }

    @Test(arguments: [false, true]) func fitRecords(isBigEndian: Bool) throws {
        let bytes = Self.fit(isBigEndian: isBigEndian)
        let track = try Track(parsing: bytes)
        #expect(track.points.count == 3 && track.points[2].position.altitude == nil)
        #expect(track.points[0].time == 1_631_065_630 && track.points[1].time == 1_631_065_635)
        #expect(abs(track.points[0].position.latitude - 48.1) < 1e-6 && track.points[0].position.altitude == 520)
        #expect(abs(track.points[1].position.longitude + 151.2) < 1e-6)
        for end in 0..<bytes.count { expectPart(of: track, Array(bytes.prefix(end))) }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0xFF
            guard let read = try? Track(parsing: changed) else { continue }
            #expect(read.points.allSatisfy { (-90...90).contains($0.position.latitude) }, "byte \(index)")
        }
    }

    @Test(arguments: ["", "hello", "{\"a\": 1}", "<html></html>", "$$$$"]) func aFileThatIsNotATrackGivesAReason(
        text: String
    ) {
        #expect(throws: GeodataError.self) { try Track(parsing: Array(text.utf8)) }
    }

    @Test("elements nested too deep are reported with their line")
    func deepNesting() {
        let text = "<gpx>\n" + String(repeating: "<a>\n", count: 300)
        let error = #expect(throws: GeodataError.self) { try Track(parsing: Array(text.utf8)) }
        #expect(error?.description.contains("line 257") == true, "\(error?.description ?? "")")
    }
}
