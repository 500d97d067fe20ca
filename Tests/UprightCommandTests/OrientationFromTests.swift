import Foundation
import TestSupport
import Testing

/// `orientation-from`: a picture is turned by the orientation in its sidecar if the configuration asks for it.
@Suite struct OrientationFromTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/orientation-1.jpg", as: "in/a.jpg")
        try folder.place("samples/orientation-6.jpg", as: "in/b.jpg")
        try folder.place("samples/orientation-1.jpg", as: "in/c.jpg")
        #expect(try run("tag", "in/a.jpg", "--remove", "IFD0:Orientation").status == 0)
        // As Immich writes it through exiftool, and as other photo managers do.
        try folder.write(Self.attribute(6), to: "in/a.jpg.xmp")
        try folder.write(Self.element(3), to: "in/b.xmp")
    }

    private static func attribute(_ orientation: Int) -> String {
        """
        <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
        <rdf:Description rdf:about='' xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Orientation='\(orientation)'/>
        </rdf:RDF></x:xmpmeta>
        <?xpacket end='w'?>
        """
    }

    private static func element(_ orientation: Int) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/">
        <tiff:Orientation>\(orientation)</tiff:Orientation></rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    /// The orientations in the reports on the pictures, by name, after a run with these sources.
    private func orientations(_ sources: String?) throws -> [String: Int] {
        let text = "state: state\n" + (sources.map { "orientation-from: \($0)\n" } ?? "")
        try folder.write(text, to: "c.yaml")
        let run = try run("reprocess", "in", "-o", "out", "--config", "c.yaml", "--json", "--force")
        #expect(run.status == 0, "\(run)")
        var found: [String: Int] = [:]
        for line in run.output.split(separator: "\n") {
            let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let name = (report["source"] as? String ?? "").split(separator: "/").last.map(String.init) ?? ""
            if name.hasSuffix(".jpg") { found[name] = report["orientation"] as? Int ?? 0 }
        }
        return found
    }

    @Test func theSourcesCountInTheirOrder() throws {
        #expect(try orientations(nil) == ["a.jpg": 0, "b.jpg": 6, "c.jpg": 1])
        #expect(try orientations("[exif, sidecar]") == ["a.jpg": 6, "b.jpg": 6, "c.jpg": 1])
        #expect(try orientations("[sidecar, exif]") == ["a.jpg": 6, "b.jpg": 3, "c.jpg": 1])
    }

    /// The delivered sidecar does not turn the delivered picture again.
    @Test func theSidecarIsTurnedWithThePicture() throws {
        _ = try orientations("[exif, sidecar]")
        let sidecar = String(decoding: folder.bytes(of: "out/a.jpg.xmp") ?? [], as: UTF8.self)
        #expect(sidecar.contains("tiff:Orientation='1'"), "\(sidecar)")
        let again = try run("reprocess", "out/a.jpg", "-o", "twice", "--config", "c.yaml", "--json")
        #expect(again.status == 0 && !again.output.contains("normalized\""), "\(again)")
    }

    @Test func aDamagedSidecarIsNamed() throws {
        try folder.write("<x:xmpmeta tiff:Orientation='6'", to: "in/c.jpg.xmp")
        try folder.write("state: state\norientation-from: [sidecar, exif]\n", to: "c.yaml")
        let run = try run("reprocess", "in/c.jpg", "-o", "out", "--config", "c.yaml", "--verbose")
        #expect((run.output + run.error).contains("no orientation is read from its sidecar"), "\(run)")
    }

    @Test(arguments: ["[]", "[exif, exif]", "[exifs]", "sidecars", "{a: b}"])
    func otherSourcesAreRefused(sources: String) throws {
        try folder.write("state: state\norientation-from: \(sources)\n", to: "c.yaml")
        let run = try run("reprocess", "in", "-o", "out", "--config", "c.yaml")
        #expect(run.status == 78 && run.error.contains("orientation-from"), "\(run)")
    }

    @Test func anInvalidOrientationIsSetIfAskedFor() throws {
        try folder.write("state: state\ninvalid-orientation: set\n", to: "c.yaml")
        var bytes = try #require(folder.bytes(of: "in/c.jpg"))
        let patterns: [[UInt8]] = [[0x01, 0x12, 0, 3, 0, 0, 0, 1], [0x12, 0x01, 3, 0, 1, 0, 0, 0]]
        let entry = bytes.indices.first { start in patterns.contains { bytes[start...].starts(with: $0) } }
        let value = try #require(entry) + 8
        bytes[bytes[value] == 1 ? value : value + 1] = 0
        try folder.write(bytes, to: "in/c.jpg")
        let run = try run("reprocess", "in/c.jpg", "-o", "out", "--config", "c.yaml", "--json")
        #expect(run.status == 0 && run.output.contains(#""from":"0","to":"1""#), "\(run)")
    }
}
