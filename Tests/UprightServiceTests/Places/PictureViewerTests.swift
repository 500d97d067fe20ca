internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightService
internal import UprightSteps
internal import Foundation
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

    /// The video of a motion photo, a vendor's trailer: what could hold a position does not leave, but the picture does.
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

    /// Box by box: what is known stays, a position and what nobody knows is overwritten, and nothing moves.
    @Test(arguments: ["sandbox: best-effort", "sandbox: off"])
    func aVideoWithoutPositionHasNothingUnknown(sandbox: String) async throws {
        let scratch = try TemporaryFolder()
        try scratch.write(
            "folders: [{source: ./drop, output: ./out}]\nstate: ./state\n\(sandbox)\n", to: "pipeline.yaml")
        func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            big(8 + content.count) + type.unicodeScalars.map { UInt8($0.value) } + content
        }
        func track(_ handler: String, _ kinds: String..., further: [UInt8] = []) -> [UInt8] {
            let table = box("stbl", box("stsd", big(0) + big(1) + kinds.flatMap { box($0, big(0) + big(0)) }) + further)
            let media = box("hdlr", big(0) + big(0) + Array(handler.utf8) + big(0)) + box("minf", table)
            return box("trak", box("mdia", media))
        }
        func video(_ tracks: [UInt8], _ further: [UInt8] = []) -> [UInt8] {
            box("ftyp", Array("qt  ".utf8) + big(0)) + box("mdat", Array("the samples".utf8))
                + box("moov", tracks + further)
        }
        func item(_ index: Int, _ text: String) -> [UInt8] {
            let data = box("data", big(1) + big(0) + Array(text.utf8))
            return big(8 + data.count) + big(index) + data
        }
        let names = ["com.apple.quicktime.make", "com.apple.quicktime.location.ISO6709", "org.example.secret"]
        let keys = box("keys", big(0) + big(3) + names.flatMap { box("mdta", Array($0.utf8)) })
        let items = box("ilst", item(1, "Apple") + item(2, "+48.1370+011.5753/") + item(3, "a secret"))
        let meta = box("meta", box("hdlr", [UInt8](repeating: 0, count: 24)) + keys + items)
        let data = box("udta", box("\u{A9}mod", Array("a model".utf8)) + box("XTRA", Array("48.1370 11.5753".utf8)))
        let known = track("vide", "hvc1") + track("soun", "mp4a") + track("meta", "mebx")
        let viewer = try WorkerPictureViewer(try Configuration.load(file: scratch["pipeline.yaml"].path()))
        func copy(_ video: [UInt8]) async throws -> [UInt8]? {
            try scratch.write(video, to: "a.mov")
            let file = try FileStore.open(RawPath(scratch["a.mov"].path()))
            return try await viewer.copyWithoutPosition(of: file)?.readAll(limit: 1 << 20)
        }
        let source = video(known, meta + data + box("uuid", Array("48.1370 of no known kind".utf8)))
        let made = try #require(try await copy(source))
        let text = String(decoding: made, as: UTF8.self)
        #expect(made.count == source.count)
        for kept in ["the samples", "Apple", "a model", "hvc1", "mp4a"] { #expect(text.contains(kept), "\(kept)") }
        for removed in ["48.1370", "a secret", "XTRA", "uuid"] { #expect(!text.contains(removed), "\(removed)") }
        // One without any is given as it is; one with samples that nobody knows is not given.
        #expect(try await copy(video(known)) == video(known))
        let unread = [
            track("meta", "gpmd"), track("text", "tx3g"), track("meta", "abcd"), track("vide", "hvc1", "gpmd"),
        ]
        for unknown in unread {
            #expect(try await copy(video(known + unknown)) == nil)
        }
        // Wherever a box can be, also in the fragments of a video that was written while it was taken.
        let secret = box("note", Array("48.1370 of no known kind".utf8))
        let run = box("tfhd", big(0) + big(1)) + box("trun", big(0) + big(0))
        for unknown in [
            track("vide", "hvc1", further: secret), box("mvex", box("trex", big(1)) + secret),
            box("trak", box("mdia", box("minf", secret))), box("trak", box("edts", secret)),
        ] {
            let text = try #require(try await copy(video(known + unknown)).map { String(decoding: $0, as: UTF8.self) })
            #expect(!text.contains("48.1370") && text.contains("hvc1"))
        }
        for fragment in [
            box("moof", box("mfhd", big(1)) + box("traf", run + secret)), box("moof", box("traf", run) + secret),
            box("moof", box("traf", run + box("meta", box("hdlr", [UInt8](repeating: 0, count: 24)) + secret))),
            box("mfra", box("tfra", big(0)) + secret),
        ] {
            let text = try #require(
                try await copy(video(known) + fragment).map { String(decoding: $0, as: UTF8.self) })
            #expect(!text.contains("48.1370") && text.contains("hvc1"))
            #expect(text.contains("trun") == String(decoding: fragment, as: UTF8.self).contains("trun"))
        }
        // Bytes within a box that are in no box.
        #expect(try await copy(video(known, box("udta", data + big(0)))) != nil)
        #expect(try await copy(video(known, box("udta", data + Array("48.1370".utf8)))) == nil)
        // Bytes behind the last box can be anything; a video of before 2001 has no `ftyp`.
        #expect(try await copy(video(known) + Array("a trailer".utf8)) == nil)
        let old = box("mdat", Array("the samples".utf8)) + box("moov", known + meta)
        let oldText = try await copy(old).map { String(decoding: $0, as: UTF8.self) }
        #expect(oldText?.contains("48.1370") == false)
        await viewer.shutDown()
    }

    @Test func theVideoOfAMotionPhotoIsTakenOut() async throws {
        let scratch = try TemporaryFolder()
        try scratch.write("folders: [{source: ./drop, output: ./out}]\nstate: ./state\n", to: "pipeline.yaml")
        let photo = [UInt8](try Data(contentsOf: Fixture.folder.appending(path: "samples/photo.jpg")))
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
        }
        let video =
            box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + box("moov", box("mvhd", [0, 0, 0, 0])) + box("mdat", [7])
        try scratch.write(photo + video, to: "a.jpg")
        try scratch.write(photo, to: "b.jpg")
        let viewer = try WorkerPictureViewer(try Configuration.load(file: scratch["pipeline.yaml"].path()))
        func open(_ name: String) throws -> OpenFile { try FileStore.open(RawPath(scratch[name].path())) }
        for _ in 0..<2 {
            #expect(try #require(await viewer.motion(in: open("a.jpg"))).readAll(limit: 1000) == video)
            #expect(await viewer.motion(in: try open("b.jpg")) == nil)
        }
        await viewer.shutDown()
    }
}
