internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightFormats
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

/// Sidecars are handled like other files of the drop folder: links are not followed, sizes are bounded, the worker parses.
@Suite("Sidecars")
struct SidecarBoundaryTests {
    private static let xmp = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,8.22N"
         exif:GPSLongitude="11,34.5E"/></rdf:RDF></x:xmpmeta>
        """

    /// The edits that the geotag step requests for `drop/a.jpg`, after the folder was prepared.
    private func edits(name: [UInt8] = Array("a.jpg".utf8), _ prepare: (TemporaryFolder) throws -> Void) async throws
        -> Int
    {
        let scratch = try TemporaryFolder()
        try FileManager.default.createDirectory(at: scratch["drop"], withIntermediateDirectories: true)
        try prepare(scratch)
        let environment = StepEnvironment(steps: [GeotagStep()], reader: InProcessContentReader())
        let steps = try await PreparedSteps(environment)
        var picture = StepPicture(
            type: .jpeg, facts: PictureFacts(), folder: try OpenFolder(RawPath(scratch["drop"].path())), name: name,
            source: scratch["drop"].path())
        try await steps.run(on: &picture)
        return picture.edits.count
    }

    @Test("a sidecar next to a picture gives it its position")
    func plain() async throws {
        #expect(try await edits { try $0.write(Self.xmp, to: "drop/a.jpg.xmp") } > 0)
        #expect(try await edits { try $0.write(Self.xmp, to: "drop/b.jpg.xmp") } == 0)
    }

    @Test("a sidecar that is a link out of the drop folder is ignored")
    func link() async throws {
        let count = try await edits { scratch in
            try scratch.write(Self.xmp, to: "elsewhere.xmp")
            try FileManager.default.createSymbolicLink(
                at: scratch["drop/a.jpg.xmp"], withDestinationURL: scratch["elsewhere.xmp"])
        }
        #expect(count == 0)
    }

    @Test("a sidecar beyond the limit is not read")
    func large() async throws {
        let count = try await edits { scratch in
            try scratch.write(Self.xmp, to: "drop/a.jpg.xmp")
            let file = try FileHandle(forWritingTo: scratch["drop/a.jpg.xmp"])
            try file.truncate(atOffset: UInt64(SidecarFormat.largestSize) + 1)
        }
        #expect(count == 0)
    }

    @Test("a picture whose name is not UTF-8 finds its sidecar")
    func bytes() async throws {
        let name = Array("a".utf8) + [0xFF] + Array(".jpg".utf8)
        let count = try await edits(name: name) { scratch in
            let folder = try OpenFolder(RawPath(scratch["drop"].path()))
            let file = try AtomicFile(in: folder)
            try file.file.write(Array(Self.xmp.utf8))
            try KernelDurability().publish(file, as: name + ".xmp".utf8, replacing: false)
        }
        #expect(count > 0)
    }
}
