internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightRewriting
internal import UprightFiles
internal import UprightService
internal import UprightWorker

/// Edits that go into sidecars leave the pictures as they are.
@Suite struct SidecarTagTests {
    let folder: TemporaryFolder
    let workers: FileWorkers
    private let picture: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        workers = FileWorkers(
            WorkerPool(WorkerPoolConfiguration(program: Command.built("upright-codec").path())), limits: Limits())
        picture = try [UInt8](Data(contentsOf: Fixture.folder.appending(path: "samples/photo.jpg")))
        try folder.write(picture, to: "a.jpg")
    }

    private func path(_ name: String) -> RawPath { RawPath(folder[name].path()) }

    private func tag(
        _ edits: [MetadataEdit], to destination: TagRun.Destination = .inPlace(backup: false), isDry: Bool = false
    ) async -> TagReport {
        var run = TagRun(workers, destination: destination, isDry: isDry)
        run.writesSidecars = true
        return await run.tag(path("a.jpg")) { type in
            edits + (MetadataEdit.position(latitude: "1.5", longitude: "-2.5", altitude: nil, type: type) ?? [])
        }
    }

    /// What exiftool reads in a sidecar.
    private func read(_ name: String, _ tags: String...) throws -> [String] {
        let arguments = ["exiftool", "-n", "-s3", "-f"] + tags.map { "-\($0)" } + [folder[name].path()]
        return try Command.run("/usr/bin/env", arguments).output.split(separator: "\n").map(String.init)
    }

    @Test("A new sidecar has the edits and the picture's own XMP; the picture keeps its bytes")
    func newSidecar() async throws {
        let artist = try MetadataEdit.set("EXIF:Artist", to: ["Ann"])
        let dry = await tag([artist], isDry: true)
        #expect(dry.outcome == .normalized && folder.files == ["a.jpg"], "\(dry)")
        let report = await tag([artist])
        #expect(report.outcome == .normalized && report.output == path("a.jpg.xmp"), "\(report)")
        #expect(folder.bytes(of: "a.jpg") == picture && Set(folder.files) == ["a.jpg", "a.jpg.xmp"])
        let found = try read("a.jpg.xmp", "GPSLatitude", "GPSLongitude", "Creator", "RegionAppliedToDimensionsUnit")
        #expect(found == ["1.5", "-2.5", "Ann", "pixel"])
        let again = await tag([artist])
        #expect(again.outcome == .unchanged && again.changes.isEmpty, "\(again)")
        await workers.shutDown()
    }

    @Test("A sidecar that is there is edited, and its other properties stay", arguments: ["a.xmp", "a.jpg.xmp"])
    func presentSidecar(name: String) async throws {
        let rated = try MetadataEditor([.set("XMP:xmp:Rating", to: ["4"])]).edited(sidecar: nil).bytes
        try folder.write(rated, to: name)
        let report = await tag([])
        #expect(report.outcome == .normalized && report.output == path(name), "\(report)")
        #expect(Set(folder.files) == ["a.jpg", name])
        #expect(try read(name, "Rating", "GPSLatitude") == ["4", "1.5"])
        #expect(folder.bytes(of: "a.jpg") == picture)
        await workers.shutDown()
    }

    @Test("A sidecar in another folder replaces none that differs")
    func otherFolder() async throws {
        let out = TagRun.Destination.folder(path("out"), replacing: false)
        #expect(await tag([], to: out).output == path("out/a.jpg.xmp"))
        #expect(await tag([], to: out).outcome == .normalized)
        let title = try MetadataEdit.set("XMP:dc:title", to: ["T"])
        let refused = await tag([title], to: out)
        #expect(refused.outcome == .rejected && refused.reason.contains("exists already"), "\(refused)")
        let replaced = await tag([title], to: .folder(path("out"), replacing: true))
        #expect(replaced.outcome == .normalized, "\(replaced)")
        #expect(try read("out/a.jpg.xmp", "Title") == ["T"])
        await workers.shutDown()
    }

    @Test("What a sidecar cannot hold is refused, and nothing is written")
    func refusal() async throws {
        let city = try MetadataEdit.set("IPTC:City", to: ["X"])
        let report = await tag([city])
        #expect(report.outcome == .rejected && report.reason.contains("photoshop:City"), "\(report)")
        #expect(folder.files.allSatisfy { !$0.hasSuffix(".xmp") })
        await workers.shutDown()
    }
}
