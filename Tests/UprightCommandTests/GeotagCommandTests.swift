import Foundation
import TestSupport
import Testing

/// `upright geotag`: which pictures it counts as failed, and what it writes.
@Suite struct GeotagCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/photo.jpg", as: "a.jpg")
        let cleared = try upright("tag", "a.jpg", "--gps=", in: folder.url)
        #expect(cleared.status == 0, "\(cleared.error)")
        // The picture was taken at 09:41:07 UTC.
        try folder.write(
            """
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
            <trkpt lat="48.1" lon="11.5"><time>2024-06-01T09:00:00Z</time></trkpt>
            <trkpt lat="48.2" lon="11.6"><time>2024-06-01T09:41:41Z</time></trkpt>
            <trkpt lat="48.3" lon="11.7"><time>2024-06-01T10:41:41Z</time></trkpt>
            </trkseg></trk></gpx>
            """, to: "a.gpx")
    }

    @Test func aFailureIsNotASuccess() throws {
        try folder.write("no picture", to: "b.jpg")
        try folder.write("in the way", to: "out")
        let unreadable = try upright("geotag", "--gpx", "a.gpx", "b.jpg", "--dry-run", in: folder.url)
        #expect(unreadable.status == 1)
        #expect(unreadable.error.contains("0 would get a position, 0 had one, 0 without, 1 failed"))
        // The output folder is a file: nothing can be written.
        let unwritten = try upright("geotag", "--gpx", "a.gpx", "a.jpg", "--output", "out", in: folder.url)
        #expect(unwritten.status == 1)
        #expect(unwritten.error.contains("0 got a position, 0 had one, 0 without, 1 failed"), "\(unwritten.error)")
        let json = try objects(try upright("geotag", "--gpx", "a.gpx", "b.jpg", "--json", in: folder.url).output)
        #expect(json.first?["reason"] as? String != nil && json.first?["isNew"] as? Bool == false)
    }

    @Test func theNearestFixAndItsTimeAreWritten() throws {
        let run = try upright("geotag", "--gpx", "a.gpx", "a.jpg", in: folder.url)
        #expect(run.status == 0 && run.error.contains("1 got a position"), "\(run.error)")
        let shown = try #require(try objects(try upright("inspect", "--json", "a.jpg", in: folder.url).output).first)
        let coordinate = shown["coordinate"] as? [String: Double]
        #expect(coordinate?["latitude"] == 48.2 && coordinate?["longitude"] == 11.6)
        let gps = (shown["properties"] as? [String: Any])?["{GPS}"] as? [String: Any]
        #expect(gps?["DateStamp"] as? String == "2024:06:01")
        #expect((gps?["TimeStamp"] as? String)?.hasPrefix("09:41:07") == true, "\(gps ?? [:])")
        // Without a fix within --max-gap there is none.
        let strict = try upright(
            "geotag", "--gpx", "a.gpx", "a.jpg", "--overwrite", "--max-gap", "33", in: folder.url)
        #expect(strict.status == 0 && strict.error.contains("1 without"), "\(strict.error)")
    }
}
