import Foundation
import TestSupport
import Testing

/// Numbers at the ends of the types and beyond, wherever the programs read one. A program that stops by a signal has a
/// negative status.
@Suite struct NumberCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("jpeg/rgb.jpg", as: "a.jpg")
        try folder.write("folders: [{source: in, output: out}]\nstate: state\n", to: "pipeline.yaml")
        try folder.write(
            """
            <gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
            <trkpt lat="48.1" lon="11.5"><ele>1e308</ele><time>9999-12-31T23:59:59Z</time></trkpt>
            <trkpt lat="-90" lon="-180"><ele>-1e308</ele><time>0000-01-01T00:00:00Z</time></trkpt>
            </trkseg></trk></gpx>
            """, to: "a.gpx")
    }

    static let numbers = [
        "-9223372036854775808", "-9223372036854775809", "9223372036854775807", "18446744073709551616", "-0", "1e308",
        "-1e308", "nan", "inf", "1e-9223372036854775808", "1e9223372036854775807", String(repeating: "9", count: 500),
    ]

    @Test(arguments: numbers) func everyArgumentIsReadOrRefused(number: String) throws {
        for arguments in [
            ["reprocess", "a.jpg", "--jobs", number], ["reprocess", "a.jpg", "--since", number],
            ["reprocess", "a.jpg", "--since", number + "d"], ["worker", "--jobs", number],
            ["status", "--failures", number], ["tag", "--dry-run", "a.jpg", "--gps", "\(number),\(number)"],
            ["tag", "--dry-run", "a.jpg", "--gps", "1,1,\(number)"],
            ["tag", "--dry-run", "a.jpg", "--time", "\(number)-01-01T00:00:00"],
            ["tag", "--dry-run", "a.jpg", "--set", "EXIF:ExposureTime=\(number)", "--set", "EXIF:ISO=\(number)"],
            ["tag", "--dry-run", "a.jpg", "--set", "EXIF:FNumber=\(number)/\(number)"],
            ["tag", "--dry-run", "a.jpg", "--set", "GPS:GPSLatitude=\(number)", "--set", "GPS:GPSTimeStamp=\(number)"],
            ["tag", "--dry-run", "a.jpg", "--set", "XMP:xmp:Rating=\(number)", "--set", "IPTC:Urgency=\(number)"],
            ["geotag", "--dry-run", "a.jpg", "--position", "\(number),\(number)"],
            ["geotag", "--dry-run", "a.jpg", "--gpx", "a.gpx", "--max-gap", number],
            ["geotag", "--dry-run", "a.jpg", "--gpx", "a.gpx", "--clock-offset", number],
            ["places", "lookup", number, number], ["places", "lookup", "\(number),\(number)"],
            ["queue", "show", number], ["queue", "retry", number], ["journal", "prune", "--older-than", number + "d"],
        ] {
            let run = try upright(arguments, in: folder.url)
            #expect(run.status >= 0 && !run.error.contains("Fatal error"), "\(arguments): \(run.error)")
        }
    }

    /// A number in any request stopped the worker, and the pictures in progress with it.
    @Test func aNumberInARequestStopsNoOtherPicture() throws {
        let picture = try #require(folder.bytes(of: "a.jpg"))
        let worker = try WorkerClient(in: folder.url)
        for number in ["-9223372036854775809", "-9223372036854775808", "9223372036854775808", "1e308", "-1e308"] {
            try worker.send("{\"id\":\(number),\"length\":0}")
            _ = try worker.receive()
            try worker.send("{\"id\":1,\"position\":[\(number),\(number)],\"length\":0}")
            #expect(try worker.receive().object["outcome"] is NSNull)
            try worker.send("{\"id\":2,\"length\":\(picture.count)}", picture)
            #expect(try worker.receive().object["outcome"] as? String == "normalized")
        }
        #expect(try worker.end() != 70)
    }

    /// A DOUBLE of −2⁶³ stopped `inspect --json`.
    @Test func everyDoubleIsShown() throws {
        let doubles: [Double] = [
            -0x1p63, 0x1p63, 0x1p53, -0x1p64, .nan, .infinity, -.infinity, 1e308, .leastNonzeroMagnitude, -0.0,
        ]
        func word(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        let values = doubles.flatMap { word($0.bitPattern) }
        let block =
            Array("MM".utf8) + word(UInt16(42)) + word(UInt32(8)) + word(UInt16(1)) + word(UInt16(0xC5D8))
            + word(UInt16(12)) + word(UInt32(doubles.count)) + word(UInt32(26)) + word(UInt32(0)) + values
        let segment = Array("Exif\0\0".utf8) + block
        let picture = try #require(folder.bytes(of: "a.jpg"))
        try folder.write(
            picture[..<2] + [0xFF, 0xE1] + word(UInt16(segment.count + 2)) + segment + picture[2...], to: "d.jpg")
        let shown = try upright("inspect", "--json", "--tags", "d.jpg", in: folder.url)
        #expect(shown.status == 0 && shown.output.contains("-9.223372036854776e+18"), "\(shown.error)")
        #expect(try upright("inspect", "--tags", "d.jpg", in: folder.url).status == 0)
    }

    /// `inspect` reads in a worker: one that crashes costs its file an answer, and no other.
    @Test func aFileThatCrashesTheWorkerIsNamed() throws {
        try folder.write("trap\n", to: "bad.jpg")
        try folder.write("leave\n", to: "worse.jpg")
        let codec = ["UPRIGHT_CODEC": Command.built("codec-fault").path()]
        let run = try upright(
            "inspect", "--json", "a.jpg", "bad.jpg", "worse.jpg", "a.jpg", environment: codec, in: folder.url)
        #expect(run.status == 1)
        let shown = try objects(run.output)
        #expect(shown.map { $0["source"] as? String } == ["a.jpg", "bad.jpg", "worse.jpg", "a.jpg"])
        #expect((shown[1]["reason"] as? String)?.contains("crashed") == true)
        #expect((shown[2]["reason"] as? String)?.contains("ended with status 3") == true)
        #expect(
            [0, 3].allSatisfy { shown[$0]["reason"] is NSNull && shown[$0]["properties"] as? [String: Any] != nil })
        let text = try upright("inspect", "bad.jpg", "a.jpg", environment: codec, in: folder.url)
        #expect(text.status == 1 && text.error.contains("bad.jpg: the decoder crashed") && text.output.contains("JPEG"))
        let none = try upright(
            "inspect", "a.jpg", environment: ["UPRIGHT_CODEC": folder["missing"].path()], in: folder.url)
        #expect(none.status == 78 && none.error.contains("UPRIGHT_CODEC"))
    }

    /// A file decides its parts' names, so that one part can have the name that another gets with its number.
    @Test func partsOfEveryNameAreCompared() throws {
        let picture = try #require(folder.bytes(of: "a.jpg"))
        func segment(_ label: String) -> [UInt8] {
            [0xFF, 0xED, 0, UInt8(label.utf8.count + 3)] + label.utf8 + [0]
        }
        try folder.write(
            picture[..<2] + segment("name") + segment("name") + segment("name #2") + picture[2...], to: "b.jpg")
        let run = try upright("inspect", "--compare", "a.jpg", "b.jpg", in: folder.url)
        #expect(run.status == 1 && run.output.contains("part APP13 name #2"), "\(run.error)")
    }
}
