internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightFormats
internal import UprightRewriting
internal import UprightEngine
internal import UprightFiles
internal import UprightSteps

/// The step `strip` in a pipeline: nothing private is delivered, and the record still has the position.
@Suite struct StripStepTests {
    private func work(_ settings: String, on bytes: [UInt8]) async throws -> (PictureResult, [UInt8]?) {
        let bench = try Bench()
        try bench.scratch.write(bytes, to: "drop/a.jpg")
        let text = """
            folders: [{source: drop, output: out}]
            state: state
            steps:
              - orient
              - strip: {\(settings)}
            """
        let configuration = try Configuration(
            parsing: Array(text.utf8), file: "c.yaml", folder: bench.scratch.path, steps: .standard)
        let processor = InProcessProcessor()
        var engine = PictureEngine(processor: processor, jobs: 1, version: "1")
        engine.steps = try await PreparedSteps(configuration.stepEnvironment(reader: processor.reader))
        let folder = try #require(configuration.dropFolders.first)
        let result = try #require(await engine.work(on: PictureJob(folder: folder, relative: "a.jpg")).first)
        return (result, bench.scratch.bytes(of: "out/a.jpg").map { Array($0) })
    }

    /// A sideways picture with a position, and a segment of a vendor with the given text.
    private func picture(_ text: String = "nothing") throws -> [UInt8] {
        let bytes = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        var edits = try #require(MetadataEdit.position(latitude: "48.1370", longitude: "11.5753", type: .jpeg))
        edits.append(try .set("EXIF:CameraOwnerName", to: ["Ada Lovelace"]))
        let edited = try MetadataEditor(edits).edited(bytes).bytes
        let segment = [0xFF, 0xEA, 0, UInt8(text.utf8.count + 9)] + Array("VENDOR\0".utf8) + Array(text.utf8)
        return Array(edited.prefix(2)) + segment + edited.dropFirst(2)
    }

    @Test("The output has no position, and the record has it")
    func strips() async throws {
        let (result, output) = try await work("profile: private", on: picture())
        #expect(result.outcome == .normalized, "\(result.report)")
        let properties = try ImageProperties(reading: try #require(output))
        #expect(properties.gps == nil && properties.exif.cameraOwnerName == nil)
        #expect(PrivateItems.all(in: try #require(output)).isEmpty)
        #expect(result.record.latitude.map { ($0 - 48.137).magnitude < 1e-4 } == true)
    }

    @Test("A picture in which the position remains is rejected, and nothing is delivered")
    func rejects() async throws {
        let (result, output) = try await work("profile: location, on-unknown: keep", on: picture("at 48.1370"))
        #expect(result.outcome == .rejected && output == nil)
        #expect(result.report.reason.contains("remains"), "\(result.report.reason)")
    }

    @Test("What keep names is delivered")
    func keeps() async throws {
        let (result, output) = try await work(
            "profile: private, keep: [\"ExifIFD:CameraOwnerName\"]", on: picture())
        #expect(result.outcome == .normalized)
        #expect(try ImageProperties(reading: try #require(output)).exif.cameraOwnerName == "Ada Lovelace")
    }
}
