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

    /// The film of a motion photo, a vendor's trailer: what could hold a position does not leave, but the picture does.
    @Test(arguments: ["sandbox: best-effort", "sandbox: off"])
    func aCopyWithoutPositionHasNothingUnknown(sandbox: String) async throws {
        let scratch = try TemporaryFolder()
        try scratch.write(
            "folders: [{source: ./drop, output: ./out}]\nstate: ./state\n\(sandbox)\n", to: "pipeline.yaml")
        let photo = [UInt8](try Data(contentsOf: Fixture.folder.appending(path: "samples/photo.jpg")))
        try scratch.write(photo + Array("a trailer of no known kind".utf8), to: "a.jpg")
        let viewer = try WorkerPictureViewer(try Configuration.load(file: scratch["pipeline.yaml"].path()))
        let file = try FileStore.open(RawPath(scratch["a.jpg"].path()))
        let copy = try #require(await viewer.copyWithoutPosition(of: file)).readAll(limit: 1 << 20)
        #expect(copy.starts(with: [0xFF, 0xD8]) && copy.suffix(2) == [0xFF, 0xD9])
        await viewer.shutDown()
    }

    @Test func theFilmOfAMotionPhotoIsTakenOut() async throws {
        let scratch = try TemporaryFolder()
        try scratch.write("folders: [{source: ./drop, output: ./out}]\nstate: ./state\n", to: "pipeline.yaml")
        let photo = [UInt8](try Data(contentsOf: Fixture.folder.appending(path: "samples/photo.jpg")))
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
        }
        let film =
            box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + box("moov", box("mvhd", [0, 0, 0, 0])) + box("mdat", [7])
        try scratch.write(photo + film, to: "a.jpg")
        try scratch.write(photo, to: "b.jpg")
        let viewer = try WorkerPictureViewer(try Configuration.load(file: scratch["pipeline.yaml"].path()))
        func open(_ name: String) throws -> OpenFile { try FileStore.open(RawPath(scratch[name].path())) }
        for _ in 0..<2 {
            #expect(try #require(await viewer.motion(in: open("a.jpg"))).readAll(limit: 1000) == film)
            #expect(await viewer.motion(in: try open("b.jpg")) == nil)
        }
        await viewer.shutDown()
    }
}
