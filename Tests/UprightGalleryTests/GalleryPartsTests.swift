internal import UprightConfiguration
internal import Foundation
internal import UprightGallery
internal import UprightPlaces
internal import TestSupport
internal import Testing

@Suite struct GalleryPartsTests {
    @Test func everyPathNamesItsPage() {
        let pages: [PagePath] = [
            .albums, .kind("city", page: 3), .album("c-0123456789", page: 1), .album("c-0123456789", page: 12),
            .picture(7),
            .map, .search, .failures, .about, .thumbnail(1), .preview(2), .original(3, extension: "png"),
            .asset("gallery.css"), .points, .land("world"), .land("land-0-17"),
        ]
        for page in pages { #expect(PagePath(path: page.path) == page) }
        for path in ["x", "album/", "picture/.html", "picture/1e3.html", "albums/city.html", "a/b/c/d"] {
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
        #expect(try #require(GalleryAddress(text)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "80", "host:80", "127.0.0.1", "127.0.0.1:99999", "1.2.3:80", "[::1:80", "[x]:80", "256.0.0.1:80",
    ])
    func noAddresses(text: String) { #expect(GalleryAddress(text) == nil) }

    @Test func theExportIsWholeAndLeadsNowhereElse() async throws {
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
                let target = GalleryServerTests.resolved(link, from: file)
                let mayLack = text.contains("broken.png") && target.hasSuffix(".jpg")
                #expect(files.contains(target) || mayLack, "\(file) -> \(target)")
            }
        }
        // Pictures are links to the files that are there already.
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/original/1.jpg")
        #expect(attributes[.referenceCount] as? Int == 2)
        // Again: the same; but never over anything else.
        let again = try await GalleryExport(bench.content, to: folder).write()
        #expect(again == summary)
        try bench.scratch.write("mine", to: "other/index.html")
        await #expect(throws: GalleryExport.NotEmpty.self) {
            try await GalleryExport(bench.content, to: bench.scratch["other"].path()).write()
        }
        #expect(bench.scratch.files.contains("other/index.html"))
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
