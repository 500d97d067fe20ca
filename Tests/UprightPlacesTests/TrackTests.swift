internal import Testing
internal import UprightFormats

@Suite struct TrackTests {
    static func track(_ fixes: [(Double, Double, Double)]) -> Track {
        Track(fixes.map { TrackPoint(time: $0.0, position: Position(latitude: $0.1, longitude: $0.2)!) })
    }

    @Test func betweenTwoFixesThePositionIsLinear() throws {
        let track = Self.track([(1000, 10, 20), (1100, 11, 22)])
        let fix = try #require(track.fix(at: 1025))
        #expect(abs(fix.position.latitude - 10.25) < 1e-12 && abs(fix.position.longitude - 20.5) < 1e-12)
        #expect(fix.isInterpolated && fix.seconds == 25 && fix.metres > 60_000)
    }

    @Test(arguments: [(0.25, 179.75), (0.5, 180.0), (0.75, -179.75)])
    func theAntimeridianIsCrossedTheShortWay(share: Double, longitude: Double) throws {
        let there = Self.track([(0, -16, 179.5), (100, -17, -179.5)])
        #expect(abs(try #require(there.fix(at: share * 100)).position.longitude - longitude) < 1e-9)
        let back = Self.track([(0, -16, -179.5), (100, -17, 179.5)])
        #expect(abs(abs(try #require(back.fix(at: (1 - share) * 100)).position.longitude) - abs(longitude)) < 1e-9)
    }

    @Test func gapsAndEndsGiveNoGuess() {
        let track = Self.track([(0, 1, 1), (300, 2, 2), (601, 3, 3)])
        #expect(track.fix(at: 150)?.isInterpolated == true)
        // A gap that is too long to interpolate, with a fix near enough on either side.
        #expect(track.fix(at: 450)?.position.latitude == 2)
        #expect(track.fix(at: 450)?.isInterpolated == false)
        #expect(track.fix(at: 451)?.position.latitude == 3)
        #expect(track.fix(at: 450, gap: 149) == nil)
        #expect(track.fix(at: 300)?.position.latitude == 2)
        #expect(track.fix(at: -300)?.position.latitude == 1)
        #expect(track.fix(at: -300.5) == nil)
        #expect(track.fix(at: 901)?.position.latitude == 3)
        #expect(track.fix(at: 902) == nil)
        #expect(track.fix(at: 450, gap: 400)?.isInterpolated == true)
        #expect(track.fix(at: .nan) == nil)
        #expect(Self.track([]).fix(at: 0) == nil)
    }

    /// 34 s after a fix there was no position within a track, but 299 s after its end there was.
    @Test func aFixCountsWithinATrackAsAtItsEnd() throws {
        let track = Self.track([(0, 1, 1), (3600, 2, 2)])
        let within = try #require(track.fix(at: 34))
        #expect(within.position.latitude == 1 && within.seconds == 34 && within.metres == 0 && !within.isInterpolated)
        #expect(track.fix(at: 3600 - 299)?.position.latitude == 2)
        #expect(track.fix(at: 3600 + 299)?.position.latitude == 2)
        #expect(track.fix(at: 301) == nil && track.fix(at: 3600 - 301) == nil && track.fix(at: 3600 + 301) == nil)
        #expect(track.fix(at: 0, gap: 0)?.seconds == 0 && track.fix(at: 1, gap: 0) == nil)
    }

    @Test func fixesOfSeveralTracksAreCombined() {
        let a = Self.track([(20, 3, 3), (10, 1, 1)])
        let b = Self.track([(15, 2, 2), (10, 9, 9)])
        #expect(Track(a.points + b.points).points.map(\.position.latitude) == [1, 2, 3])
    }

    static let gpx = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><time>2001-01-01T00:00:00Z</time></metadata>
        <trk><trkseg>
        <trkpt lat="48.1" lon="11.5"><ele>520.5</ele><time>2024-05-01T10:00:00Z</time></trkpt>
        <trkpt lat="48.2" lon="11.6"><time>2024-05-01T12:00:10.5+02:00</time></trkpt>
        <trkpt lat="99" lon="11.6"><time>2024-05-01T10:00:20Z</time></trkpt>
        <trkpt lat="48.3" lon="11.7"></trkpt>
        </trkseg></trk></gpx>
        """

    @Test func readsGPX() throws {
        let track = try Track(parsingGPX: Array(Self.gpx.utf8))
        #expect(track.points.map(\.time) == [1_714_557_600, 1_714_557_610.5])
        #expect(track.points.map(\.position.altitude) == [520.5, nil])
    }

    @Test func everyPrefixOfAGPXFileIsReadOrRefused() {
        let bytes = Array(Self.gpx.utf8)
        for end in bytes.indices {
            do throws(GeodataError) {
                #expect(try Track(parsingGPX: Array(bytes[..<end])).points.count == 2)
            } catch {
                #expect(error.description.hasPrefix("expected a GPX or KML file, found an error in line "), "\(end)")
            }
        }
    }

    @Test func otherFilesAreRefusedWithAReason() {
        #expect(throws: GeodataError.notGPX(found: "kml")) { try Track(parsingGPX: Array("<kml/>".utf8)) }
        #expect(throws: GeodataError.noFixes) { try Track(parsingGPX: Array("<gpx/>".utf8)) }
        let bomb = """
            <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "\(String(repeating: "&a;", count: 1000))">
            <!ENTITY c "\(String(repeating: "&b;", count: 1000))"><!ENTITY d "\(String(repeating: "&c;", count: 1000))">]>
            <gpx><trk>&d;</trk></gpx>
            """
        #expect(throws: GeodataError.self) { try Track(parsingGPX: Array(bomb.utf8)) }
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(throws: GeodataError.self) { try Track(parsingGPX: Array(deep.utf8)) }
    }
}
