internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightFormats

/// Compares positions with those of `exiftool -geotag` for the same tracks and times.
@Suite struct TrackAgainstExifToolTests {
    static let exiftool = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: exiftool != nil, "exiftool is not installed"))
    func positionsAgreeToAMillionthOfADegree() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geotag-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var state: UInt64 = 7
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
        func text(_ seconds: Double, _ style: String) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.dateFormat = style
            return formatter.string(from: Date(timeIntervalSince1970: seconds))
        }
        let start = 1_714_557_600.0
        var time = start
        var longitude = 179.2
        var gpx = "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
        for index in 0..<60 {
            gpx += "<trkpt lat=\"\(-16.0 - random() * 0.5)\" lon=\"\(longitude)\"><ele>\(random() * 100)</ele>"
            gpx += "<time>\(text(time, "yyyy-MM-dd'T'HH:mm:ss'Z'"))</time></trkpt>"
            longitude += random() * 0.05
            if longitude > 180 { longitude -= 360 }
            time += index % 17 == 16 ? 1000 : (random() * 200).rounded() + 1
        }
        gpx += "</trkseg></trk></gpx>"
        try gpx.write(to: folder.appendingPathComponent("a.gpx"), atomically: true, encoding: .utf8)
        let pictures = folder.appendingPathComponent("p")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        var times: [String: Double] = [:]
        for index in 0..<120 {
            let at = (start - 600 + random() * (time - start + 1200)).rounded()
            times["\(index).xmp"] = at
            let xmp = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
                exif:DateTimeOriginal="\(text(at, "yyyy-MM-dd'T'HH:mm:ss'+00:00'"))"/></rdf:RDF></x:xmpmeta>
                """
            try xmp.write(
                to: pictures.appendingPathComponent("\(index).xmp"), atomically: true, encoding: .utf8)
        }
        _ = try run([
            "-q", "-q", "-overwrite_original", "-api", "GeoMaxIntSecs=300", "-api", "GeoMaxExtSecs=300", "-geotag",
            folder.appendingPathComponent("a.gpx").path, "-geotime<XMP:DateTimeOriginal", pictures.path,
        ])
        let rows = try #require(
            JSONSerialization.jsonObject(
                with: run(["-j", "-n", "-XMP:GPSLatitude", "-XMP:GPSLongitude", pictures.path])) as? [[String: Any]])
        let track = try Track(parsingGPX: Array(gpx.utf8))
        var compared = 0
        for row in rows {
            let name = URL(fileURLWithPath: try #require(row["SourceFile"] as? String)).lastPathComponent
            let found = track.fix(at: try #require(times[name]))
            #expect((found == nil) == (row["GPSLatitude"] == nil), "\(name)")
            guard let latitude = row["GPSLatitude"] as? Double, let longitude = row["GPSLongitude"] as? Double,
                let fix = found
            else { continue }
            compared += 1
            var difference = abs(fix.position.longitude - longitude)
            if difference > 180 { difference = 360 - difference }
            #expect(abs(fix.position.latitude - latitude) < 1e-6 && difference < 1e-6, "\(name)")
        }
        #expect(compared > 60)
    }

    private func run(_ arguments: [String]) throws -> Data {
        Data(try Command.run(try #require(Self.exiftool), arguments).output.utf8)
    }
}
