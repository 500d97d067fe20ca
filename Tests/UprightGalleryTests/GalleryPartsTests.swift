internal import UprightFiles
internal import UprightConfiguration
internal import Foundation
internal import Synchronization
internal import UprightAlbums
internal import UprightService
internal import UprightPlaces
internal import TestSupport
internal import Testing

@Suite struct GalleryPartsTests {
    @Test func everyPathNamesItsPage() {
        let pages: [PagePath] = [
            .timeline, .month("2021-04", page: 1), .month("none", page: 3), .monthData("2021-04", page: 2), .edit,
            .download, .zip("c-0123456789"), .order("c-0123456789"), .pictureData(7), .source(3, extension: "jpg"),
            .thumbnail(1, edge: 640), .thumbnail(1, edge: 1280), .albums, .kind("city", page: 3),
            .album("c-0123456789", page: 1), .album("c-0123456789", page: 12),
            .picture(7),
            .map, .search, .failures, .about, .thumbnail(1, edge: 320), .preview(2), .original(3, extension: "png"),
            .asset("gallery.css"), .motion(7), .tiles, .sheet("c-0123456789", page: 1), .sheet("c-0123456789", page: 2),
            .points, .land("world"), .land("land-0-17"),
        ]
        for page in pages { #expect(PagePath(path: page.path) == page) }
        for path in [
            "thumbnail/1-320.jpg", "thumbnail/1-7.jpg", "timeline/x.js", "x", "album/", "picture/.html",
            "picture/1e3.html", "albums/city.html", "a/b/c/d",
        ] {
            #expect(PagePath(path: path) == nil || path == "album/", "\(path)")
        }
    }

    @Test func textIsEscapedAndMarkupIsNot() {
        let text = "<a href=\"x\">'&\u{0}\u{202E}é"
        let html: HTML = "<p title=\"\(text)\">\(text)</p>"
        let escaped = "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\u{FFFD}\u{FFFD}é"
        #expect(html.markup == "<p title=\"\(escaped)\">\(escaped)</p>")
        let outer: HTML = "<div>\(html)</div>"
        #expect(outer.markup == "<div>\(html.markup)</div>")
    }

    @Test(arguments: [
        ("127.0.0.1:80", true), ("localhost:8711", true), ("[::1]:1", true), ("0.0.0.0:80", false), ("[::]:80", false),
        ("192.168.1.2:80", false),
    ])
    func addresses(text: String, isLoopback: Bool) throws {
        #expect(try #require(ServerAddress(text)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "80", "host:80", "127.0.0.1", "127.0.0.1:99999", "1.2.3:80", "[::1:80", "[x]:80", "256.0.0.1:80",
    ])
    func noAddresses(text: String) { #expect(ServerAddress(text) == nil) }

    @Test func theExportIsCompleteAndSelfContained() async throws {
        let bench = try GalleryBench()
        let folder = bench.scratch["site"].path()
        let summary = try await GalleryExport(bench.content, to: folder).write()
        #expect(summary.pictures == 132 && summary.problems.count == 1)
        let files = Set(bench.scratch.files.filter { $0.hasPrefix("site/") }.map { String($0.dropFirst(5)) })
        #expect(files.contains("index.html") && files.contains("map/world.js") && files.contains("map/land-19-13.js"))
        for file in files where file.hasSuffix(".html") {
            let text = String(decoding: bench.scratch.bytes(of: "site/" + file) ?? [], as: UTF8.self)
            #expect(!text.contains("http://") && !text.contains("https://") && !text.contains("<form method=\"post\""))
            #expect(text.contains("Content-Security-Policy"))
            for link in GalleryServerTests.links(text) where !link.hasPrefix("#") {
                let plain = String(link.prefix { $0 != "?" && $0 != "#" })
                let target = GalleryServerTests.resolved(plain, from: file)
                let mayLack = target.hasSuffix("132.jpg") || target.contains("/132-")
                #expect(files.contains(target) || mayLack, "\(file) -> \(target)")
            }
        }
        // Pictures are links to the existing files.
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/original/1.jpg")
        #expect(attributes[.referenceCount] as? Int == 2)
        // A second export gives the same, but never overwrites other files.
        let again = try await GalleryExport(bench.content, to: folder).write()
        #expect(again == summary)
        try bench.scratch.write("mine", to: "other/index.html")
        await #expect(throws: OperationError.self) {
            try await GalleryExport(bench.content, to: bench.scratch["other"].path()).write()
        }
        #expect(bench.scratch.files.contains("other/index.html"))
    }

    @Test func anExportContinuesWhereItStopped() async throws {
        let bench = try GalleryBench()
        let folder = bench.scratch["site"].path()
        _ = try await GalleryExport(bench.content, to: folder).write()
        let image = folder + "/thumbnail/1-640.jpg"
        try Data("kept".utf8).write(to: URL(fileURLWithPath: image))
        try FileManager.default.removeItem(atPath: folder + "/thumbnail/2.jpg")
        let told = Mutex<[GalleryExport.Progress]>([])
        _ = try await GalleryExport(bench.content, to: folder) { step in told.withLock { $0.append(step) } }.write()
        #expect(FileManager.default.contents(atPath: image) == Data("kept".utf8))
        #expect(FileManager.default.fileExists(atPath: folder + "/thumbnail/2.jpg"))
        #expect(told.withLock { $0.map(\.pictures) } == Array(1...132))
        // The thumbnail of a changed picture is made again.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: bench.scratch["out/0.jpg"].path())
        _ = try await GalleryExport(bench.content, to: folder).write()
        #expect(FileManager.default.contents(atPath: image) == Data(FakeViewer.jpeg))
    }

    @Test func templatesFillEscapeAndRepeat() {
        let text =
            "<p>{{name}}</p>{{#list}}<i>{{name}}-{{outer}}</i>{{/list}}{{^none}}nothing{{/none}}{{#none}}x{{/none}}"
        let filled = PageTemplate(parsing: text).filled([
            "name": "<b>", "outer": .html("<br>"), "list": .list([["name": "a&"], [:]]),
        ])
        #expect(filled.markup == "<p>&lt;b&gt;</p><i>a&amp;-<br></i><i>&lt;b&gt;-<br></i>nothing")
        for name in GalleryTemplates.names { #expect(!PageTemplate.named(name).names.isEmpty, "\(name)") }
    }

    @Test func aDayIsNamedByItsPlaces() throws {
        func photo(_ day: Double, _ city: String?, _ country: String) -> AlbumPhoto {
            AlbumPhoto(
                path: "/\(day)", time: 1_617_840_000 + day * 86_400,
                place: Place(countryCode: "", country: country, city: city, source: "g"))
        }
        let few = PictureGroup.groups(of: [
            photo(8, "Vík", "Iceland"), photo(8, "Vík", "Iceland"), photo(8, "Selfoss", "Iceland"),
            photo(0, "Selfoss", "Iceland"),
        ])
        #expect(
            few.map { $0.when(in: .english) } == ["16 April 2021", "8 April 2021"], "without the weekday, for room")
        #expect(few.map { $0.place(in: .english) } == ["Vík and Selfoss, Iceland", "Selfoss, Iceland"])
        #expect(few.map(\.machineDate) == ["2021-04-16", "2021-04-08"])
        let many = PictureGroup.groups(of: (0..<12).map { _ in photo(0, nil, "Iceland") } + [photo(-1, nil, "Norway")])
        #expect(many.map { $0.when(in: .english) } == ["Thursday 8 April 2021", "7 April 2021"])
        #expect(many.map { $0.place(in: .english) } == ["Iceland", "Norway"])
    }

    @Test func aTownWithoutANameInTheLanguageHasItsOwn() throws {
        func place(_ cities: String...) -> String? {
            PictureGroup.groups(
                of: cities.map { city in
                    AlbumPhoto(
                        path: "/\(city)", time: 1_617_840_000,
                        place: Place(countryCode: "IS", country: "冰岛", city: city, source: "g"))
                }
            ).first?.place(in: DateLanguage("zh"))
        }
        #expect(place("雷克雅未克") == "雷克雅未克, 冰岛" && place("Selfoss") == "Selfoss, 冰岛")
        #expect(place("雷克雅未克", "Selfoss", "Selfoss") == "Selfoss和雷克雅未克, 冰岛")
    }

    @Test func factsWithoutVisibleCharactersAreOmitted() {
        let blanks = ["ImageDescription": "          ", "Artist": "\0\0", "Copyright": "\u{A0}", "Model": " "]
        let rows = PictureFactRows(
            AlbumPhoto(path: "/a.jpg", time: 1_617_840_000 + 3723),
            blanks.map { PictureProperty(group: "{TIFF}", name: $0.key, value: $0.value) }, source: "",
            dates: DateLanguage("de"))
        #expect(rows.rows.map(\.key) == ["fact.taken", "fact.file"] && rows.camera.isEmpty)
        #expect(rows.rows[0].value == "8. April 2021, 01:02:03" && rows.rows[0].datetime == "2021-04-08T01:02:03")
    }

    @Test func photographersNotation() {
        func property(_ group: String, _ name: String, _ value: String) -> PictureProperty {
            PictureProperty(group: group, name: name, value: value)
        }
        let rows = PictureFactRows(
            AlbumPhoto(path: "/a.jpg"),
            [
                property("{Exif}", "ExposureTime", "0.00625"), property("{Exif}", "FNumber", "2.5"),
                property("{Exif}", "ISOSpeedRatings", "[64]"), property("{Exif}", "FocalLenIn35mmFilm", "26"),
                property("{TIFF}", "Make", "NIKON CORPORATION"), property("{TIFF}", "Model", "NIKON Z 6"),
                property("", "PixelWidth", "6000"), property("", "PixelHeight", "4000"),
            ], source: "")
        #expect(rows.exposure == "1/160 s · f/2.5 · ISO 64 · 26 mm" && rows.camera == "NIKON Z 6")
        #expect(rows.rows.contains { $0.value == "6000 × 4000, 24 MP" })
        #expect(PictureFactRows.time(0.5) == "0.5 s" && PictureFactRows.time(30) == "30 s")
    }

    @Test func aZIPArchiveIsValid() async throws {
        let scratch = try TemporaryFolder()
        let first = try scratch.write(Array("first".utf8), to: "a/Ü.jpg").path(percentEncoded: false)
        let second = try scratch.write([UInt8](repeating: 7, count: 600_000), to: "b/Ü.jpg").path(percentEncoded: false)
        let photos = [first, "/none", second].map { AlbumPhoto(path: RawPath($0)) }
        let archive = try await ZipArchive(of: photos, PictureFiles(nil, in: PictureFolders([])))
        var bytes: [UInt8] = []
        for try await piece in archive { bytes += piece }
        #expect(bytes.count == archive.size && archive.entries.map(\.name) == ["Ü.jpg", "Ü (2).jpg"])
        let file = try scratch.write(bytes, to: "all.zip").path(percentEncoded: false)
        let test =
            "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;"
            + "assert z.read('Ü.jpg')==b'first' and len(z.read('Ü (2).jpg'))==600000"
        let unzipped = try Command.run("python3", ["-c", test, file], environment: ["PYTHONUTF8": "1"])
        #expect(unzipped.status == 0, "\(unzipped.error)")
    }

    @Test func outlinesAreClosedAndCutAtTheirBox() throws {
        let gazetteer = try Gazetteer()
        let world = gazetteer.outlines(tolerance: 0.5)
        #expect(world.rings.count > 300 && (world.lines[.country] ?? []).count > 100)
        let box = MapOutlines.Box(west: 0, south: 40, east: 10, north: 50)
        let cell = gazetteer.outlines(in: box, tolerance: 0.002)
        #expect(!cell.rings.isEmpty && !(cell.lines[.coast] ?? []).isEmpty && !(cell.lines[.region] ?? []).isEmpty)
        for point in cell.rings.joined() {
            #expect((0...100_000).contains(point.x) && (400_000...500_000).contains(point.y))
        }
        // The area of the rings of a cell without sea is the area of the cell.
        let inland = MapOutlines.Box(west: 20, south: 10, east: 30, north: 20)
        let rings = gazetteer.outlines(in: inland, tolerance: 0.002).rings
        let area = rings.reduce(0.0) { sum, ring in
            var twice = 0.0
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                twice += Double(a.x) * Double(b.y) - Double(b.x) * Double(a.y)
            }
            return sum + abs(twice) / 2
        }
        #expect(abs(area / 1e10 - 1) < 0.01)
    }
}
