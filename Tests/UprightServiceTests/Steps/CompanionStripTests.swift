internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightEngine
internal import UprightRewriting
internal import UprightSteps

/// What is delivered beside a stripped picture is stripped as well, stays behind, or is kept, as `companions` says.
@Suite struct CompanionStripTests {
    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,8.2292N"
         xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
         tiff:Orientation="6" tiff:Artist="Ada Lovelace"/></rdf:RDF></x:xmpmeta>
        """
    private static let takeout = """
        {"title":"a.jpg","geoData":{"latitude":48.1372,"longitude":11.5755},"people":[{"name":"Ada Lovelace"}],
        "photoTakenTime":{"timestamp":"1"}}
        """

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(content.count + 8)] + name.unicodeScalars.map { UInt8($0.value) } + content
    }

    /// A position in the user data, and one in the metadata as telephones write it.
    private static let video: [UInt8] = {
        let key = box("mdta", Array("com.apple.quicktime.location.ISO6709".utf8))
        let value = box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array("+48.1372+011.5755/".utf8))
        let meta =
            box("hdlr", [UInt8](repeating: 0, count: 24)) + box("keys", [0, 0, 0, 0, 0, 0, 0, 1] + key)
            + box("ilst", box("\0\0\0\u{1}", value))
        let data = box("udta", box("\u{A9}xyz", [0, 18, 0x15, 0xC7] + Array("+48.1372+011.5755/".utf8)))
        return box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + box("moov", data + box("meta", meta))
            + box("mdat", [1, 2, 3])
    }()

    /// One pass over a shot; returns the bench, and the outcomes by name.
    private func pass(_ settings: String) async throws -> (StepBench, [String: Outcome]) {
        let bench = try StepBench()
        try bench.scratch.write(StepBench.picture(), to: "drop/a.jpg")
        try bench.scratch.write(Self.sidecar, to: "drop/a.xmp")
        try bench.scratch.write(Self.takeout, to: "drop/a.jpg.json")
        try bench.scratch.write(Self.video, to: "drop/a.mov")
        let reports = try await bench.pass("- strip: {\(settings)}")
        return (bench, reports.mapValues(\.outcome))
    }

    private func text(_ bench: StepBench, _ name: String) -> String? {
        bench.scratch.bytes(of: "out/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("location takes positions out of all of them, and the sidecar is turned")
    func location() async throws {
        let (bench, _) = try await pass("profile: location")
        #expect(bench.outputs == ["a.jpg", "a.jpg.json", "a.mov", "a.xmp"])
        let sidecar = try #require(text(bench, "a.xmp"))
        #expect(!sidecar.contains("GPSLatitude") && sidecar.contains("Ada Lovelace"))
        #expect(sidecar.contains(#"tiff:Orientation="1""#))
        let takeout = try #require(text(bench, "a.jpg.json"))
        #expect(!takeout.contains("geoData") && !takeout.contains("48.") && takeout.contains("Ada Lovelace"))
        let video = try #require(text(bench, "a.mov"))
        #expect(!video.contains("+48.1372") && video.utf8.count > 0 && video.contains("mdat"))
        // The originals are what they were.
        #expect(bench.scratch.bytes(of: "drop/a.mov").map { Array($0) } == Self.video)
    }

    @Test("private rejects what it cannot strip, and delivers the rest")
    func privacy() async throws {
        let (bench, outcomes) = try await pass("profile: private")
        #expect(bench.outputs == ["a.jpg", "a.xmp"])
        #expect(outcomes["a.mov"] == .rejected && outcomes["a.jpg.json"] == .rejected)
        let sidecar = try #require(text(bench, "a.xmp"))
        #expect(!sidecar.contains("Ada") && sidecar.contains("Rating"))
    }

    @Test("drop leaves them where they are")
    func drop() async throws {
        let (bench, _) = try await pass("profile: location, companions: drop")
        #expect(bench.outputs == ["a.jpg"])
        #expect(bench.files(below: "drop") == ["a.jpg", "a.jpg.json", "a.mov", "a.xmp"])
    }

    @Test("keep delivers them as they are")
    func keep() async throws {
        let (bench, _) = try await pass("profile: location, companions: keep")
        #expect(text(bench, "a.xmp")?.contains("GPSLatitude") == true)
        #expect(bench.scratch.bytes(of: "out/a.mov").map { Array($0) } == Self.video)
    }

    @Test("Files of other types are stripped, refused, kept or left by the same rule")
    func others() async throws {
        for (settings, outputs, others) in [
            ("profile: location", ["a.mov"], Outcome.rejected), ("profile: location, companions: drop", [], .ignored),
            ("profile: location, companions: keep", ["a.mov", "b.pdf"], .passed),
            ("profile: location, on-unknown: keep", ["a.mov"], .rejected),
        ] {
            let bench = try StepBench()
            try bench.scratch.write(Self.video, to: "drop/a.mov")
            try bench.scratch.write("%PDF-1.4\nexif:GPSLatitude=\"48,8.2292N\"\n%%EOF\n", to: "drop/b.pdf")
            let reports = try await bench.pass("- strip: {\(settings)}", folder: "output: out, others: copy")
            #expect(bench.outputs == outputs, "\(settings): \(reports)")
            #expect(reports["b.pdf"]?.outcome == others, "\(settings): \(reports)")
            let keeps = settings.contains("companions: keep")
            if let video = text(bench, "a.mov") { #expect(video.contains("+48.1372") == keeps, "\(settings)") }
        }
    }
}
