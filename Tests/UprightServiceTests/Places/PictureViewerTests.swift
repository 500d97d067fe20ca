internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightService
internal import UprightSteps
internal import Foundation
internal import UprightGallery
internal import TestSupport
internal import Testing

@Suite struct PictureViewerTests {
    @Test(arguments: ["sandbox: best-effort", "sandbox: off"])
    func thumbnailsAreMadeOnceAndKept(sandbox: String) async throws {
        let scratch = try TemporaryFolder()
        try scratch.write(
            "folders: [{source: ./drop, output: ./out}]\nstate: ./state\n\(sandbox)\n", to: "pipeline.yaml")
        let photo = Fixture.folder.appending(path: "samples/photo.jpg")
        try scratch.write([UInt8](try Data(contentsOf: photo)), to: "a.jpg")
        try scratch.write("no picture", to: "b.jpg")
        let viewer = try WorkerPictureViewer(try Configuration.load(file: scratch["pipeline.yaml"].path()))
        func open(_ name: String) throws -> OpenFile { try FileStore.open(RawPath(scratch[name].path())) }
        let file = try open("a.jpg")
        let small = try #require(await viewer.thumbnail(of: file, edge: 64)).jpeg
        #expect(small.starts(with: [0xFF, 0xD8]) && small.count < 10_000)
        #expect(scratch.files.filter { $0.hasPrefix("state/thumbnails/") }.count == 1)
        #expect(await viewer.madeThumbnail(of: file, edge: 64) == small)
        #expect(await viewer.thumbnail(of: file, edge: 64)?.jpeg == small)
        // Another file with the same name has another thumbnail.
        try scratch.write(
            [UInt8](try Data(contentsOf: Fixture.folder.appending(path: "samples/orientation-1.jpg"))), to: "a.jpg")
        #expect(await viewer.madeThumbnail(of: try open("a.jpg"), edge: 64) == nil)
        let other = await viewer.thumbnail(of: try open("a.jpg"), edge: 64)?.jpeg
        #expect(other != nil && other != small)
        #expect(await viewer.thumbnail(of: try open("b.jpg"), edge: 64) == nil)
        let properties = await viewer.properties(of: try open("a.jpg"))
        #expect(properties.contains { $0.name == "PixelWidth" })
        #expect(await viewer.properties(of: try open("b.jpg")).isEmpty)
        await viewer.shutDown()
    }
}
