internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightRewriting
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats

/// What steps find out goes into sidecars (`folders[].sidecar: xmp`), and the pictures' metadata stay.
@Suite struct SidecarOutputTests {
    private static let folder = "output: out, sidecar: xmp"
    private static let steps = """
        - time: {shift: "+1:00"}
        - set: {values: ["IFD0:Artist=Ann", "XMP:dc:subject+=sea"]}
        """

    private func bench() throws -> StepBench {
        let bench = try StepBench()
        try bench.scratch.write(
            StepBench.picture(["ExifIFD:DateTimeOriginal": "2023:05:06 07:08:09"], seed: 1), to: "drop/a.jpg")
        return bench
    }

    private func packet(_ name: String, of bench: StepBench) throws -> XMPMetadata {
        try XMPMetadata(parsing: #require(bench.scratch.bytes(of: name)))
    }

    private func text(_ packet: XMPMetadata, _ name: String) throws -> String? {
        try packet[#require(XMPName(qualified: name))].flatMap { node in
            if case .array(_, let items) = node.content { items.first?.text } else { node.text }
        }
    }

    @Test("The sidecar is delivered with the picture, recorded and kept; the picture has what a turn alone gives")
    func newSidecar() async throws {
        let (bench, plain) = (try bench(), try bench())
        try await plain.pass("- set: {}")
        let reports = try await bench.pass(Self.steps, folder: Self.folder)
        #expect(reports["a.jpg"]?.outcome == .normalized, "\(reports)")
        #expect(reports["a.jpg"]?.copies == [bench.scratch["out/a.jpg.xmp"].path()])
        let isUntouched = bench.scratch.bytes(of: "out/a.jpg") == plain.scratch.bytes(of: "out/a.jpg")
        #expect(isUntouched)
        let packet = try packet("out/a.jpg.xmp", of: bench)
        #expect(try text(packet, "exif:DateTimeOriginal") == "2023-05-06T08:08:09")
        #expect(try text(packet, "dc:creator") == "Ann" && text(packet, "dc:subject") == "sea")
        let made = bench.scratch.bytes(of: "out/a.jpg.xmp")
        #expect(try await bench.pass(Self.steps, folder: Self.folder)["a.jpg"]?.outcome == .current)
        try FileManager.default.removeItem(at: bench.scratch["out/a.jpg.xmp"])
        try await bench.pass(Self.steps, folder: Self.folder)
        #expect(bench.scratch.bytes(of: "out/a.jpg.xmp") == made)
        try await bench.pass(Self.steps.replacing("Ann", with: "Bob"), folder: Self.folder, isChanged: true)
        #expect(try text(self.packet("out/a.jpg.xmp", of: bench), "dc:creator") == "Bob")
    }

    @Test("A sidecar that came with the picture says it, turned, and keeps what it has")
    func presentSidecar() async throws {
        let bench = try bench()
        let edits: [MetadataEdit] = try [.set("XMP:xmp:Rating", to: ["4"]), .set("XMP:tiff:Orientation", to: ["6"])]
        try bench.scratch.write(MetadataEditor(edits).edited(sidecar: nil).bytes, to: "drop/a.xmp")
        let reports = try await bench.pass(Self.steps, folder: Self.folder)
        #expect(bench.outputs == ["a.jpg", "a.xmp"], "\(reports)")
        let packet = try packet("out/a.xmp", of: bench)
        #expect(try text(packet, "xmp:Rating") == "4" && text(packet, "tiff:Orientation") == "1")
        #expect(try text(packet, "dc:creator") == "Ann")
    }

    @Test("If another file has the sidecar's name, the picture and its sidecar get the next number")
    func taken() async throws {
        let bench = try bench()
        try bench.scratch.write("another file", to: "out/a.jpg.xmp")
        let reports = try await bench.pass(Self.steps, folder: Self.folder)
        #expect(reports["a.jpg"]?.outcome.hasOutput == true, "\(reports)")
        #expect(bench.outputs == ["a-2.jpg", "a-2.jpg.xmp", "a.jpg.xmp"])
        #expect(bench.scratch.bytes(of: "out/a.jpg.xmp") == Array("another file".utf8))
    }

    @Test("A strip is refused: the pictures' metadata would stay")
    func strip() async throws {
        let bench = try bench()
        let reports = try await bench.pass("- strip: {profile: all}", folder: Self.folder)
        #expect(reports["a.jpg"]?.outcome == .rejected && bench.outputs.isEmpty, "\(reports)")
        #expect(reports["a.jpg"]?.reason.contains("sidecar: xmp") == true)
    }
}
