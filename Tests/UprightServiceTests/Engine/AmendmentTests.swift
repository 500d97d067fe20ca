internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightRewriting
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats

/// What is known of a picture after its delivery reaches its output: from the original, or in the output itself if that has left.
@Suite struct AmendmentTests {
    private static let deleting = "output: out, originals: delete"
    private static let date = [
        "ExifIFD:DateTimeOriginal": "2024:07:10 14:10:00", "ExifIFD:OffsetTimeOriginal": "+02:00",
    ]
    private static let tracks = "- geotag: {tracks: [./tracks]}"
    private static let byYear = "- rename: {path: \"{date:%Y}/{name}\", unknown: undated}"
    private static let byMonth = "- rename: {path: \"{date:%Y-%m}/{name}\", unknown: undated}"

    private func bench(_ values: [String: String] = date) throws -> StepBench {
        let bench = try StepBench()
        try bench.scratch.write(StepBench.picture(values, seed: 1), to: "drop/a.jpg")
        return bench
    }

    /// Writes a track that was recorded around a time (UTC).
    private func track(_ bench: StepBench, _ name: String = "tracks/t.gpx", hour: String = "12") throws {
        let points = ["09", "13"].map {
            "<trkpt lat=\"48.137\" lon=\"11.576\"><time>2024-07-10T\(hour):\($0):00Z</time></trkpt>"
        }
        try bench.scratch.write(
            "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>",
            to: name)
    }

    private func edit(_ path: String, of bench: StepBench, _ edits: [MetadataEdit]) throws {
        let bytes = try #require(bench.scratch.bytes(of: path))
        try bench.scratch.write(MetadataEditor(edits).edited(bytes).bytes, to: path)
    }

    private func latitude(_ bench: StepBench, _ path: String = "out/a.jpg") throws -> Double? {
        try bench.properties(of: path)?.coordinate?.latitude
    }

    private func row(_ bench: StepBench, _ name: String = "a.jpg") async throws -> PictureRecord {
        let journal = try Journal.open(in: RawPath(bench.scratch["state"].path())).journal
        return try #require(try await journal.record(of: RawPath(bench.scratch["drop/\(name)"].path())))
    }

    @Test("A track that comes later gives delivered pictures positions; one that says nothing of them changes nothing")
    func laterTrack() async throws {
        for folder in ["output: out", Self.deleting] {
            let bench = try bench()
            try await bench.pass(Self.tracks, folder: folder)
            #expect(try latitude(bench) == nil)
            let turned = try #require(bench.scratch.bytes(of: "out/a.jpg"))
            try track(bench, "tracks/other.gpx", hour: "18")
            try await bench.pass(Self.tracks, folder: folder)
            #expect(bench.scratch.bytes(of: "out/a.jpg") == turned)
            try track(bench)
            let report = try await bench.pass(Self.tracks, folder: folder)["a.jpg"]
            #expect(report?.outcome == .normalized, "\(folder): \(String(describing: report))")
            #expect(try latitude(bench).map { ($0 - 48.137).magnitude < 1e-5 } == true)
            // The row still says what is known of the original.
            let row = try await row(bench)
            #expect(
                row.isDelivered && row.orientation == 6 && row.latitude != nil
                    && row.sourceSHA256 == row.madeFrom?.sha256)
            #expect(row.outputSize == bench.scratch.bytes(of: "out/a.jpg")?.count)
            let made = bench.scratch.bytes(of: "out/a.jpg")
            #expect(try await bench.pass(Self.tracks, folder: folder).values.allSatisfy { $0.outcome == .current })
            #expect(bench.scratch.bytes(of: "out/a.jpg") == made && bench.outputs == ["a.jpg"])
        }
    }

    @Test("An output that its user has edited stays as it is, and its row stays that of a delivery")
    func editedOutput() async throws {
        for folder in ["output: out", Self.deleting] {
            let bench = try bench()
            try await bench.pass(Self.tracks, folder: folder)
            try edit("out/a.jpg", of: bench, [.set("XMP:xmp:Rating", to: ["5"])])
            let edited = bench.scratch.bytes(of: "out/a.jpg")
            try track(bench)
            try await bench.pass(Self.tracks, folder: folder)
            #expect(bench.scratch.bytes(of: "out/a.jpg") == edited)
            // Where the original is, a run says of each edited output that it is kept.
            #expect(try await row(bench).isDelivered == (folder == Self.deleting))
        }
    }

    @Test("Without its original, a picture moves with its members as they are by now, and no step is done twice")
    func changedTemplate() async throws {
        let bench = try bench()
        try bench.scratch.write(StepBench.picture(Self.date, seed: 2), to: "drop/b.jpg")
        try bench.scratch.write(
            MetadataEditor([.set("XMP:xmp:Rating", to: ["1"])]).edited(sidecar: nil).bytes, to: "drop/a.xmp")
        let steps = "- time: {shift: \"+1:00\"}\n- set: {values: [\"IFD0:Artist=Ann\", \"XMP:dc:subject+=sea\"]}\n"
        try await bench.pass(steps + Self.byYear, folder: Self.deleting)
        #expect(bench.outputs == ["2024/a.jpg", "2024/a.xmp", "2024/b.jpg"] && bench.files(below: "drop").isEmpty)
        // The user rates one in its sidecar, and the other in itself.
        try bench.scratch.write(
            MetadataEditor([.set("XMP:xmp:Rating", to: ["5"])]).edited(sidecar: nil).bytes, to: "out/2024/a.xmp")
        try edit("out/2024/b.jpg", of: bench, [.set("XMP:xmp:Rating", to: ["5"])])
        let (sidecar, other) = (bench.scratch.bytes(of: "out/2024/a.xmp"), bench.scratch.bytes(of: "out/2024/b.jpg"))
        let changed = steps.replacing("Ann", with: "Bob") + Self.byMonth
        let shown = try await bench.pass(changed, folder: Self.deleting, isChanged: true, isDryRun: true)
        #expect(shown["a.jpg"]?.output == bench.scratch["out/2024-07/a.jpg"].path(), "\(shown)")
        let reports = try await bench.pass(changed, folder: Self.deleting, isChanged: true)
        #expect(bench.outputs == ["2024-07/a.jpg", "2024-07/a.xmp", "2024-07/b.jpg"], "\(reports)")
        #expect(
            bench.scratch.bytes(of: "out/2024-07/a.xmp") == sidecar
                && bench.scratch.bytes(of: "out/2024-07/b.jpg") == other)
        #expect(reports["b.jpg"]?.warnings.contains { $0.contains("keeps its metadata") } == true, "\(reports)")
        let output = try #require(try bench.properties(of: "out/2024-07/a.jpg"))
        #expect(output.exif.dateTimeOriginal?.exifText == "2024:07:10 15:10:00")
        #expect(output.tiff.artist == "Bob")
        // A sidecar that follows is still turned with the picture.
        #expect(try await row(bench).report.contains("pixels"))
        #expect(try await row(bench, "a.xmp").output == RawPath(bench.scratch["out/2024-07/a.xmp"].path()))
        #expect(try await bench.pass(changed, folder: Self.deleting, isChanged: true).isEmpty)
    }

    @Test("A place that is taken by another file is numbered, and nothing is replaced")
    func takenName() async throws {
        let bench = try bench()
        try await bench.pass(Self.byYear, folder: Self.deleting)
        try bench.scratch.write("mine", to: "out/2024-07/a.jpg")
        try await bench.pass(Self.byMonth, folder: Self.deleting, isChanged: true)
        #expect(bench.scratch.bytes(of: "out/2024-07/a.jpg") == Array("mine".utf8))
        #expect(bench.outputs == ["2024-07/a-2.jpg", "2024-07/a.jpg"])
    }

    @Test(
        "A sidecar that comes after its picture gives it its date and position", arguments: ["output: out", deleting])
    func lateSidecar(folder: String) async throws {
        let bench = try bench([:])
        let steps = "- time: {missing: [takeout]}\n- geotag: {}\n" + Self.byYear
        try await bench.pass(steps, folder: folder)
        #expect(bench.outputs == ["undated/a.jpg"])
        let description = """
            {"title": "a.jpg", "photoTakenTime": {"timestamp": "1720613400"},
             "geoData": {"latitude": 48.137, "longitude": 11.576, "altitude": 0}}
            """
        try bench.scratch.write(description, to: "drop/a.jpg.json")
        // A young one can be of a new picture of that name.
        let old = Date(timeIntervalSinceNow: -60)
        try FileManager.default.setAttributes(
            [.modificationDate: old], ofItemAtPath: bench.scratch["drop/a.jpg.json"].path())
        let report = try await waiting { try await bench.pass(steps, folder: folder)["a.jpg.json"] }
        #expect(report?.outcome == .unchanged, "\(String(describing: report))")
        #expect(bench.outputs == ["2024/a.jpg", "2024/a.jpg.json"])
        #expect(try latitude(bench, "out/2024/a.jpg").map { ($0 - 48.137).magnitude < 1e-5 } == true)
        #expect(try bench.properties(of: "out/2024/a.jpg")?.exif.dateTimeOriginal?.exifText == "2024:07:10 14:10:00")
    }

    /// Tries until a report is no longer that of a file that waits.
    private func waiting(_ work: () async throws -> FileReport?) async throws -> FileReport? {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let report = try await work()
            guard report?.outcome == .deferred, ContinuousClock.now < end else { return report }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    @Test("What a strip would take from the only copy stays, with a warning")
    func strip() async throws {
        let bench = try bench(Self.date.merging(["IFD0:Artist": "Ann"]) { one, _ in one })
        try await bench.pass("- set: {}", folder: Self.deleting)
        let reports = try await bench.pass("- strip: {profile: private}", folder: Self.deleting, isChanged: true)
        #expect(reports["a.jpg"]?.warnings.contains { $0.contains("what nothing else has") } == true, "\(reports)")
        #expect(try bench.properties(of: "out/a.jpg")?.tiff.artist == "Ann")
    }

    @Test("An output that another program has locked is amended later")
    func lockedOutput() async throws {
        let bench = try bench()
        try await bench.pass(Self.tracks, folder: Self.deleting)
        try track(bench)
        let file = try FileStore.open(RawPath(bench.scratch["out/a.jpg"].path()))
        #expect(try file.tryLock())
        try await bench.pass(Self.tracks, folder: Self.deleting)
        #expect(try latitude(bench) == nil)
        #expect(try await row(bench).isDelivered)
        file.unlock()
        try await bench.pass(Self.tracks, folder: Self.deleting)
        #expect(try latitude(bench) != nil)
    }

    @Test("What a process did that was killed before its row is taken over, and a moved output is found again")
    func killed() async throws {
        let bench = try bench()
        let steps = Self.tracks + "\n" + Self.byYear
        try await bench.pass(steps, folder: Self.deleting)
        let before = try await row(bench)
        try track(bench)
        try await bench.pass(steps, folder: Self.deleting)
        let after = try await row(bench)
        #expect(before.outputSHA256 != after.outputSHA256)
        let journal = try Journal.open(in: RawPath(bench.scratch["state"].path())).journal
        try await journal.finish([before])
        try await bench.pass(steps, folder: Self.deleting)
        #expect(try await row(bench).outputSHA256 == after.outputSHA256)
        #expect(try await row(bench).latitude == after.latitude)
        // Its row says where it is about to be moved, and it has been.
        var announced = try await row(bench)
        announced.copies = [
            OutputCopy(
                output: RawPath(bench.scratch["out/2024-07/a.jpg"].path()), sha256: after.outputSHA256 ?? [],
                bytes: after.outputSize ?? 0)
        ]
        try await journal.finish([announced])
        try FileManager.default.createDirectory(at: bench.scratch["out/2024-07"], withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: bench.scratch["out/2024/a.jpg"], to: bench.scratch["out/2024-07/a.jpg"])
        try await bench.pass(Self.tracks + "\n" + Self.byMonth, folder: Self.deleting, isChanged: true)
        let found = try await row(bench)
        #expect(found.output == RawPath(bench.scratch["out/2024-07/a.jpg"].path()) && found.copies.isEmpty)
        #expect(bench.outputs == ["2024-07/a.jpg"] && found.outputSHA256 == after.outputSHA256)
    }

    @Test("A position in the sidecar is added to what the sidecar says already")
    func writtenSidecar() async throws {
        let bench = try bench()
        let (steps, folder) = ("- set: {values: [\"XMP:dc:title=Sea\"]}", Self.deleting + ", sidecar: xmp")
        try await bench.pass(Self.tracks + "\n" + steps, folder: folder)
        try track(bench)
        try await bench.pass(Self.tracks + "\n" + steps, folder: folder)
        let packet = try XMPMetadata(parsing: #require(bench.scratch.bytes(of: "out/a.jpg.xmp")))
        #expect(try packet[#require(XMPName(qualified: "exif:GPSLatitude"))] != nil)
        #expect(try packet[#require(XMPName(qualified: "dc:title"))] != nil)
        #expect(try latitude(bench) == nil)
    }

    @Test("Further outputs are made again from the amended one")
    func furtherOutputs() async throws {
        let bench = try bench()
        let folder =
            "outputs: [{path: out}, {path: web, steps: [{set: {values: [\"IFD0:Artist=Web\"]}}]}], originals: delete"
        try await bench.pass(Self.tracks, folder: folder)
        try track(bench)
        try await bench.pass(Self.tracks, folder: folder)
        #expect(try latitude(bench) != nil && latitude(bench, "web/a.jpg") != nil)
        #expect(try bench.properties(of: "web/a.jpg")?.tiff.artist == "Web")
    }
}
