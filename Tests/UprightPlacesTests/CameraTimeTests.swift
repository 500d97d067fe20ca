internal import UprightPlaces
internal import Testing
internal import UprightFormats

@Suite struct CameraTimeTests {
    static let noon = time("2024:07:01 12:00:00")

    private static func time(_ text: String) -> CameraTime { CameraTime(local: Timestamp.seconds(text) ?? 0) }

    @Test func theOffsetOfThePictureComesFirst() {
        let resolved = CameraTime(local: Self.noon.local + 0.25, offset: 7200).resolved(zone: "America/New_York")
        #expect(resolved.source == .picture && resolved.offset == 7200)
        #expect(resolved.time == Self.noon.local + 0.25 - 7200)
    }

    @Test(arguments: [("Europe/Berlin", 7200), ("-03:30", -12600), ("America/New_York", -14400), ("UTC", 0)])
    func thenTheConfiguredZone(zone: String, offset: Int) {
        let resolved = Self.noon.resolved(zone: zone, clockOffset: 10)
        #expect(resolved.source == .configured && resolved.offset == offset)
        #expect(resolved.time == Self.noon.local + 10 - Double(offset))
    }

    @Test func theZoneOfTheTrackComesNext() throws {
        let gazetteer = try Gazetteer()
        let track = Track([
            TrackPoint(time: Self.noon.local - 9 * 3600, position: Position(latitude: 35.68, longitude: 139.77)!),
            TrackPoint(time: Self.noon.local - 9 * 3600 + 60, position: Position(latitude: 35.68, longitude: 139.78)!),
        ])
        let resolved = Self.noon.resolved(track: track, zoneAt: gazetteer.timeZone(at:))
        #expect(resolved.source == .track && resolved.offset == 9 * 3600)
        #expect(Self.noon.resolved().source == .none)
    }

    @Test(arguments: ["0000:00:00 00:00:00", "    :  :     :  :  ", "", "2024-13-01 00:00:00", "2024:07:01"])
    func textThatIsNotATimeIsRefused(text: String) { #expect(Timestamp.seconds(text) == nil) }

    @Test(arguments: [
        ("2024:10:27 02:30:00", 3600 as Int?), ("2024:10:27 03:30:00", nil), ("2024:10:27 01:30:00", nil),
        ("2024:03:31 03:30:00", nil), ("2024:07:01 12:00:00", nil),
    ])
    func theHourThatAClockShowsTwiceIsReported(time: String, other: Int?) {
        let time = Self.time(time)
        #expect(time.resolved(zone: "Europe/Berlin").otherOffset == other)
        #expect(time.resolved(zone: "+02:00").otherOffset == nil)
    }

    @Test func changesOfSummerTime() {
        // Clocks in Berlin show 2024-10-27 02:30 twice, in summer time first, and never show 2024-03-31 02:30.
        #expect(
            CameraTime.offset(of: "Europe/Berlin", local: Self.time("2024:10:27 02:30:00").local) == 7200)
        #expect(
            CameraTime.offset(of: "Europe/Berlin", local: Self.time("2024:10:27 03:30:00").local) == 3600)
        #expect(
            CameraTime.offset(of: "Europe/Berlin", local: Self.time("2024:03:31 03:30:00").local) == 7200)
        #expect(CameraTime.offset(of: "Nowhere/Land", local: 0) == nil)
        #expect(CameraTime.isZone("+05:45") && CameraTime.isZone("Asia/Kathmandu") && !CameraTime.isZone("Kathmandu!"))
    }
}
