internal import UprightAlbums
internal import UprightFiles
internal import Foundation
internal import Glibc
internal import UprightService
internal import TestSupport
internal import Testing

/// Whoever can write to a drop folder or an output folder decides where its names lead.
@Suite struct PictureFilesTests {
    static let secret = Array("a file outside the folders".utf8)
    let bench: GalleryBench
    let secret: URL

    init() throws {
        bench = try GalleryBench(pictures: [])
        secret = try bench.scratch.write(Self.secret, to: "state/secret")
    }

    private func replace(_ path: String, _ make: (String) -> CInt) throws {
        try FileManager.default.removeItem(at: bench.scratch[path])
        try #require(make(bench.scratch[path].path()) == 0)
    }

    private func link(_ path: String) throws { try replace(path) { symlink(secret.path(), $0) } }

    @Test(arguments: ["link", "hard link", "folder", "FIFO", "bytes", "folder's parent"])
    func theOriginalIsTheOneThatWasNormalized(replacement: String) async throws {
        try await bench.deliver("sub/1.jpg", [1, 2, 3], FakeViewer.jpeg)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect([UInt8](try await client.ask("before/1.jpg").body) == [1, 2, 3])
            switch replacement {
            case "link": try link("drop/sub/1.jpg")
            case "hard link": try replace("drop/sub/1.jpg") { Glibc.link(secret.path(), $0) }
            case "folder": try replace("drop/sub/1.jpg") { mkdir($0, 0o755) }
            case "FIFO": try replace("drop/sub/1.jpg") { mkfifo($0, 0o644) }
            case "bytes": try bench.scratch.write([1, 2, 4], to: "drop/sub/1.jpg")
            default:
                // The very bytes, but outside.
                try bench.scratch.write([1, 2, 3], to: "state/sub/1.jpg")
                try replace("drop/sub") { symlink(bench.scratch["state/sub"].path(), $0) }
            }
            #expect(try await client.ask("before/1.jpg").status == 404)
            let page = try await client.ask("picture/1.html").text
            #expect(!page.contains("before/1.jpg") && page.contains("The original has been changed since"))
        }
    }

    @Test func anOriginalWithAnotherTimeIsShownIfItsBytesAreTheSame() async throws {
        try await bench.deliver("1.jpg", [1, 2, 3], FakeViewer.jpeg)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: bench.scratch["drop/1.jpg"].path())
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect(try await client.ask("picture/1.html").text.contains("before/1.jpg"))
            #expect([UInt8](try await client.ask("before/1.jpg").body) == [1, 2, 3])
        }
    }

    @Test(arguments: ["link", "hard link", "FIFO", "folder's parent"])
    func anOutputIsAFileOfItsFolder(replacement: String) async throws {
        try await bench.deliver("sub/1.jpg", [1, 2, 3], FakeViewer.jpeg)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect(try await client.ask("original/1.jpg").status == 200)
            switch replacement {
            case "link": try link("out/sub/1.jpg")
            case "hard link": try replace("out/sub/1.jpg") { Glibc.link(secret.path(), $0) }
            case "FIFO": try replace("out/sub/1.jpg") { mkfifo($0, 0o644) }
            default:
                try bench.scratch.write(Self.secret, to: "state/sub/1.jpg")
                try replace("out/sub") { symlink(bench.scratch["state/sub"].path(), $0) }
            }
            for path in ["original/1.jpg", "thumbnail/1.jpg", "preview/1.jpg"] {
                #expect(try await client.ask(path).status == 404, "\(path)")
            }
            #expect(try await client.ask("picture/1.html").status == 200)
            await #expect(throws: (any Error).self) {
                var bytes: [UInt8] = []
                let photo = try #require(try bench.library.photo(1))
                for try await piece in try await ZipArchive(of: [photo], bench.content.files) { bytes += piece }
                // Either the archive is not made, or the picture is not in it.
                if !String(decoding: bytes, as: UTF8.self).contains("a file outside") { throw CancellationError() }
            }
        }
    }

    @Test func anEditedOutputAndOneWithFurtherNamesAreShown() async throws {
        try await bench.deliver("1.jpg", [1], FakeViewer.jpeg)
        try await bench.deliver("2.jpg", [2], FakeViewer.jpeg + [0])
        try bench.scratch.write(FakeViewer.jpeg + [7], to: "out/1.jpg")
        try #require(Glibc.link(bench.scratch["out/2.jpg"].path(), bench.scratch["album.jpg"].path()) == 0)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect([UInt8](try await client.ask("original/1.jpg").body) == FakeViewer.jpeg + [7])
            #expect([UInt8](try await client.ask("original/2.jpg").body) == FakeViewer.jpeg + [0])
            #expect(try await client.ask("thumbnail/2.jpg").status == 200)
        }
    }

    @Test func aNameThatIsNotUTF8IsShownLinkedAndDownloaded() async throws {
        let name = RawPath(bytes: [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67])
        try await bench.deliver(name, [1, 2, 3], FakeViewer.jpeg)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect(try await client.ask("picture/1.html").text.contains("caf\\xE9.jpg"))
            #expect([UInt8](try await client.ask("original/1.jpg").body) == FakeViewer.jpeg)
            #expect([UInt8](try await client.ask("before/1.jpg").body) == [1, 2, 3])
            let page = try await client.ask("album/none.html")
            #expect(page.status == 200 || page.status == 404)
        }
        let photo = try #require(try bench.library.photo(1))
        #expect(photo.path.name == name.bytes)
        let archive = try await ZipArchive(of: [photo], bench.content.files)
        #expect(archive.entries.map(\.name) == ["caf\u{FFFD}.jpg"])
    }

    @Test func anExportLinksNothingFromOutside() async throws {
        for name in ["1", "2", "3", "4", "5"] {
            try await bench.deliver("\(name).jpg", [1, 2, 3], FakeViewer.jpeg)
        }
        let odd = RawPath(bytes: [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67])
        try await bench.deliver(odd, [1, 2, 3], FakeViewer.jpeg)
        let site = bench.scratch["site"].path()
        try link("drop/1.jpg")
        try replace("drop/2.jpg") { Glibc.link(secret.path(), $0) }
        try link("out/3.jpg")
        try replace("out/4.jpg") { Glibc.link(secret.path(), $0) }
        let summary = try await GalleryExport(bench.content, to: site).write()
        #expect(summary.problems.count == 2, "\(summary.problems)")
        func numbers(_ folder: String) -> Set<Int> {
            Set((1...6).filter { bench.scratch.files.contains("site/\(folder)/\($0).jpg") })
        }
        #expect(numbers("before") == [5, 6] && numbers("original") == [1, 2, 5, 6])
        let exported = bench.scratch.files.filter { $0.hasPrefix("site/") }
        #expect(!exported.contains { bench.scratch.bytes(of: $0) == Self.secret })
        // An original that has changed since is none any more.
        try FileManager.default.removeItem(at: bench.scratch["drop/5.jpg"])
        try bench.scratch.write([1, 2, 4], to: "drop/5.jpg")
        _ = try await GalleryExport(bench.content, to: site).write()
        #expect(numbers("before") == [6])
    }
}
