internal import UprightAlbums
internal import UprightConfiguration
internal import UprightBase
internal import UprightFiles
internal import Foundation
internal import UprightService
internal import UprightRewriting
internal import TestSupport
internal import Testing

/// What a gallery gives away, and what moves in it.
@Suite struct GalleryGivingTests {
    /// Records a video that was delivered with a picture.
    private func video(_ bytes: [UInt8], of name: RawPath, source: [UInt8], in bench: GalleryBench) async throws {
        let drop = RawPath(bench.scratch["drop"].path())
        let out = RawPath(bench.scratch["out"].path())
        for folder in [drop, out] { try FileStore.write(bytes, to: folder.appending("a.mov")) }
        var record = PictureRecord(
            source: drop.appending("a.mov"), folder: drop, status: try FileStore.status(of: drop.appending("a.mov")))
        record.state = .finished
        record.outcome = .unchanged
        record.type = "com.apple.quicktime-movie"
        record.isCompanion = true
        record.picture = drop.appending(name)
        record.pictureSHA256 = SHA256.hash(source)
        record.output = out.appending("a.mov")
        record.outputSHA256 = SHA256.hash(bytes)
        try await bench.journal.finish([record])
        try bench.library.add([AlbumPart(path: out.appending("a.mov"), picture: out.appending(name))])
    }

    @Test func aLivePhotoPlaysItsVideoAndAMotionPhotoItsOwn() async throws {
        let bench = try GalleryBench(pictures: [])
        let still: [UInt8] = [1, 2, 3]
        try await bench.deliver("a.jpg", still, FakeViewer.jpeg)
        try await video(Array("a video".utf8), of: "a.jpg", source: still, in: bench)
        try await bench.deliver("b.MP.jpg", [4], FakeViewer.jpeg + [9])
        try await bench.deliver("c.jpg", [5], FakeViewer.jpeg)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let video = try await client.ask("motion/1.mp4")
            #expect(video.text == "a video" && video.headers["content-type"] == "video/quicktime")
            #expect(try await client.ask("picture/1.html").text.contains("href=\"../motion/1.mp4\""))
            let part = try await client.ask("motion/2.mp4", headers: ["Range": "bytes=4-"])
            #expect(part.status == 206 && [UInt8](part.body) == [9] && part.headers["content-type"] == "video/mp4")
            #expect(try await client.ask("motion/3.mp4").status == 404)
            #expect(!(try await client.ask("picture/3.html").text.contains("motion/")))
            // A video that was exchanged for a link to something else is not shown.
            let path = bench.scratch["out/a.mov"].path()
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
            #expect(try await client.ask("motion/1.mp4").status == 404)
        }
    }

    @Test func anExportHasTheVideos() async throws {
        let bench = try GalleryBench(pictures: [])
        let still: [UInt8] = [1, 2, 3]
        try await bench.deliver("a.jpg", still, FakeViewer.jpeg)
        try await video(Array("a video".utf8), of: "a.jpg", source: still, in: bench)
        try await bench.deliver("b.MP.jpg", [4], FakeViewer.jpeg + [9])
        try await bench.deliver("c.jpg", [5], FakeViewer.jpeg)
        _ = try await GalleryExport(bench.content, to: bench.scratch["site"].path()).write()
        #expect(bench.scratch.bytes(of: "site/motion/1.mp4") == Array("a video".utf8))
        #expect(bench.scratch.bytes(of: "site/motion/2.mp4") == FakeViewer.jpeg + [9])
        #expect(!bench.scratch.files.contains("site/motion/3.mp4"))
        func page(_ id: Int) -> String {
            String(decoding: bench.scratch.bytes(of: "site/picture/\(id).html") ?? [], as: UTF8.self)
        }
        #expect(page(1).contains("motion/1.mp4") && page(2).contains("motion/2.mp4") && !page(3).contains("motion/"))
    }

    /// A country's album with one picture of more than a piece.
    private func large(_ bench: GalleryBench) throws -> (album: Album, path: String, bytes: [UInt8]) {
        let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
        try bench.scratch.write(bytes, to: "out/125.jpg")
        let italy = try #require(try bench.library.albums(of: [.country]).first { $0.title == "Italy" })
        return (italy, "original/126.jpg", bytes)
    }

    @Test(arguments: [false, true]) func copiesOfLargePicturesAreWhole(isWithoutPositions: Bool) async throws {
        let bench = try GalleryBench()
        let (album, path, bytes) = try large(bench)
        let parcel = GalleryParcel(album: album.id, isWithoutPositions: isWithoutPositions)
        _ = try await GalleryExport(bench.content, to: bench.scratch["stick"].path(), parcel: parcel).write()
        #expect(bench.scratch.bytes(of: "stick/" + path) == bytes)
    }

    @Test func anAlbumIsOneZIPFile() async throws {
        let bench = try GalleryBench()
        let (album, path, bytes) = try large(bench)
        let target = bench.scratch["Rome.zip"].path()
        let file = try ZipFile(target)
        // What an interrupted export left is continued.
        try bench.scratch.write([1], to: "Rome.zip.part/assets/gallery.css")
        let parcel = GalleryParcel(album: album.id)
        _ = try await GalleryExport(bench.content, to: file.folder, parcel: parcel).write()
        let unfinished = try AtomicFile(in: OpenFolder(RawPath(file.folder)))
        try file.pack()
        unfinished.discard()
        #expect(!bench.scratch.files.contains { $0.contains(".part") || $0.contains(".upright") })
        let unpacked = bench.scratch["unpacked"].path()
        let test =
            "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);"
            + "assert z.testzip() is None;z.extractall(sys.argv[2])"
        let unzipped = try Command.run("python3", ["-c", test, target, unpacked])
        #expect(unzipped.status == 0, "\(unzipped.error)")
        #expect(bench.scratch.bytes(of: "unpacked/Rome/" + path) == bytes)
        #expect(bench.scratch.files.contains("unpacked/Rome/index.html"))
        #expect(!bench.scratch.files.contains { $0.contains("unpacked/Rome/.") })
        // A file that exists is not replaced.
        #expect(throws: OperationError.self) { try ZipFile(target) }
    }

    @Test func aContactSheetHasBothPicturesAndDigests() async throws {
        let bench = try GalleryBench(pictures: [])
        try await bench.deliver("a.jpg", [1, 2, 3], FakeViewer.jpeg)
        var photo = try #require(try bench.library.photo(1))
        (photo.time, photo.position, photo.place) = (1_714_521_600, nil, GalleryBench.munich)
        try bench.library.add([photo])
        let album = try #require(try bench.library.albums(of: [.country]).first)
        let (before, after) = (hexadecimal(SHA256.hash([1, 2, 3])), hexadecimal(SHA256.hash(FakeViewer.jpeg)))
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let sheet = try await client.ask("sheet/\(album.id).html").text
            #expect(sheet.contains(before) && sheet.contains(after) && sheet.contains("thumbnail/1.jpg"))
            #expect(!sheet.contains("/drop/") && !sheet.contains("/out/"))
            #expect(try await client.ask("sheet/\(album.id)/2.html").status == 404)
            #expect(try await client.ask("sheet/none.html").status == 404)
            // The family does not see the link.
            let path = "album/\(album.id).html"
            #expect(!(try await client.ask(path).text.contains("sheet/")))
            #expect(try await client.ask(path, headers: ["Cookie": "upright-technical=yes"]).text.contains("sheet/"))
        }
        let parcel = GalleryParcel(album: album.id, hasSheet: true)
        _ = try await GalleryExport(bench.content, to: bench.scratch["stick"].path(), parcel: parcel).write()
        let sheet = String(decoding: bench.scratch.bytes(of: "stick/sheet/\(album.id).html") ?? [], as: UTF8.self)
        #expect(sheet.contains(before) && sheet.contains(after))
        for link in GalleryServerTests.links(sheet) where !link.hasPrefix("#") {
            let target = GalleryServerTests.resolved(link, from: "sheet/\(album.id).html")
            #expect(bench.scratch.files.contains("stick/" + target), "\(target)")
        }
        #expect(String(decoding: bench.scratch.bytes(of: "stick/index.html") ?? [], as: UTF8.self).contains("sheet/"))
    }

    @Test func aContactSheetIsTrueOfACopyWithoutPosition() async throws {
        let bench = try GalleryBench(pictures: [])
        try await bench.deliver("placed.jpg", [1, 2, 3], FakeViewer.jpeg)
        var photo = try #require(try bench.library.photo(1))
        (photo.time, photo.place) = (1_714_521_600, GalleryBench.munich)
        try bench.library.add([photo])
        let album = try #require(try bench.library.albums(of: [.country]).first)
        let parcel = GalleryParcel(album: album.id, isWithoutPositions: true, hasSheet: true)
        _ = try await GalleryExport(bench.content, to: bench.scratch["stick"].path(), parcel: parcel).write()
        #expect(bench.scratch.bytes(of: "stick/original/1.jpg") == [9, 9])
        let sheet = String(decoding: bench.scratch.bytes(of: "stick/sheet/\(album.id).html") ?? [], as: UTF8.self)
        #expect(sheet.contains(hexadecimal(SHA256.hash([9, 9]))))
        #expect(!sheet.contains(hexadecimal(SHA256.hash(FakeViewer.jpeg))))
        #expect(sheet.contains("Its position was removed from this copy."))
    }

    @Test func aPictureHasItsColourBeforeItsThumbnail() async throws {
        let bench = try GalleryBench()
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect(!(try await client.ask("index.html").text.contains(" k")))
            #expect(try await client.ask("assets/colours.css").text.contains(".k52 a { background: #3366cc; }"))
            #expect(try await client.ask("thumbnail/131.jpg").status == 200)
        }
        // The indexer stores what the thumbnails told.
        try await PictureIndexer(bench.content).run()
        #expect(try bench.library.photo(131)?.colour == 0x3366CC)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect(try await client.ask("index.html").text.contains(" k52\" id=\"p131\""))
        }
    }

    @Test func theMapReadsTilesFromDisk() async throws {
        let bench = try GalleryBench()
        let archive = try bench.scratch.write(
            Array("PMTiles".utf8) + [3] + [UInt8](repeating: 0, count: 200), to: "a.pmtiles")
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect(try await client.ask("map/tiles.pmtiles").status == 404)
            let page = try await client.ask("map.html")
            #expect(
                !page.text.contains("tiles")
                    && page.headers["content-security-policy"]?.contains("connect-src") == false)
        }
        var content = bench.content
        content.tiles = MapTiles(.archive(archive.path()), credit: "Surveyors & sons")
        try await bench.serving(content) { (client: GalleryClient) async throws -> Void in
            let page = try await client.ask("map.html")
            #expect(try await client.ask("assets/tiles.js").text.contains("uprightTiles"))
            #expect(
                page.text.contains("data-archive=\"map/tiles.pmtiles\"") && page.text.contains("Surveyors &amp; sons"))
            #expect(page.headers["content-security-policy"]?.contains("connect-src 'self'") == true)
            #expect(try await client.ask("index.html").headers["content-security-policy"]?.contains("connect") == false)
            let part = try await client.ask("map/tiles.pmtiles", headers: ["Range": "bytes=0-7"])
            #expect(part.status == 206 && [UInt8](part.body) == Array("PMTiles".utf8) + [3])
            try FileManager.default.removeItem(at: archive)
            #expect(try await client.ask("map/tiles.pmtiles").status == 404)
        }
        content.tiles = MapTiles(.images(template: "https://t.example/{z}/{x}/{y}.png", origin: "https://t.example"))
        try await bench.serving(content) { (client: GalleryClient) async throws -> Void in
            let page = try await client.ask("map.html")
            #expect(page.headers["content-security-policy"]?.contains("img-src 'self' https://t.example;") == true)
            #expect(page.text.contains("data-images=\"https://t.example/{z}/{x}/{y}.png\""))
        }
    }

    @Test func theMapHasAllPictures() async throws {
        let bench = try GalleryBench()
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let text = try await client.ask("map/points.js").text
            var ids: Set<Int> = []
            for point in text.matches(of: /\[-?\d+,-?\d+,(\d+),(\d+),-?\d+(?:,\[([\d,]*)\])?\]/) {
                var last = try #require(Int(point.output.2))
                ids.insert(last)
                for step in (point.output.3 ?? "").split(separator: ",") {
                    last += try #require(Int(step))
                    ids.insert(last)
                }
            }
            #expect(ids == Set(1...132))
        }
    }
}
