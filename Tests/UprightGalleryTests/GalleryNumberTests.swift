internal import Testing
internal import UprightAlbums
internal import UprightService

/// Numbers at the ends of the types, wherever the gallery reads one.
@Suite struct GalleryNumberTests {
    static let numbers =
        ["0", "-0", "-1", "nan", "inf", "-inf", "1e308", "-1e308", "+1", "0x7f", String(repeating: "9", count: 500)]
        + [7, 8, 15, 16, 31, 32, 53, 63, 64].flatMap { power -> [String] in
            let number = Int128(1) << Int128(power)
            return [number - 1, number, number + 1].flatMap { ["\($0)", "-\($0)"] }
        }

    @Test func everyPathAndQueryIsAnswered() async throws {
        let bench = try GalleryBench()
        let trial = try #require(GalleryTrial(bench.content))
        let album = try #require(try bench.library.albums().first).id
        func ask(_ method: String, _ path: String, query: [(String, String)] = [], form: String? = nil) async {
            var request = HTTPRequest(method: method, path: path)
            request.host = "localhost"
            request.query = query.flatMap { HTTPFields(dictionaryLiteral: $0).all }
            if let form { request.body = Array("token=\(trial.formToken)&\(form)".utf8) }
            let response = await trial.response(to: request)
            #expect(response.status != .internalServerError, "\(path) \(query) \(form ?? "")")
        }
        for number in Self.numbers {
            for path in [
                "/timeline/2024-05/\(number).html", "/timeline/2024-05-\(number).js", "/timeline/undated-\(number).js",
                "/timeline/\(number)-\(number).html", "/albums/city-\(number).html", "/album/\(album)/\(number).html",
                "/picture/\(number).html", "/picture/\(number).js", "/thumbnail/\(number).jpg",
                "/thumbnail/1-\(number).jpg", "/preview/\(number).jpg", "/original/\(number).jpg",
                "/before/\(number).jpg", "/map/land-\(number)-\(number).js",
            ] { await ask("GET", path) }
            for query in [
                [("asked", number)], [("page", number)], [("q", "a"), ("page", number)],
                [("from", number), ("to", number)],
                [("from", "\(number)-01-01"), ("to", "\(number)-12-31")], [("year", number), ("page", number)],
                [("in", number)],
            ] {
                for path in ["/failures.html", "/search.html", "/picture/1.html", "/picture/1.js"] {
                    await ask("GET", path, query: query)
                }
            }
            await ask("POST", "/download.zip", form: "picture=\(number)&picture=\(number)")
            await ask("POST", "/edit.html", form: "album=\(album)&action=cover&picture=\(number)")
            await ask("POST", "/failures.html", form: "source=\(number)")
        }
    }

    @Test func aNumberOfFilesBelowZeroIsNone() async throws {
        let trial = try #require(GalleryTrial(try GalleryBench().content))
        var request = HTTPRequest(method: "GET", path: "/failures.html")
        request.host = "localhost"
        request.query = (["asked": "-9223372036854775808"] as HTTPFields).all
        guard case .bytes(let bytes) = await trial.response(to: request).body else {
            Issue.record("the page has no bytes")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("0 files will be retried"))
    }

    /// A worker that was taken over tells the gallery sizes; the albums keep them.
    @Test func picturesOfAnySizeAreShown() async throws {
        let sizes = [Int.min, -1, 0, 1, 65_536, 1 << 32, .max]
        let bench = try GalleryBench()
        let photos = try bench.library.photos(Array(1...Int64(sizes.count * sizes.count)))
        var details: [(photo: AlbumPhoto, details: PictureDetails)] = []
        for (index, photo) in photos.enumerated() {
            let (width, height) = (sizes[index / sizes.count], sizes[index % sizes.count])
            details.append((photo, PictureDetails(width: width, height: height, camera: nil)))
        }
        try bench.library.keep(details)
        let trial = try #require(GalleryTrial(bench.content))
        for path in ["/", "/timeline/2024-05.html", "/map/points.js"] + photos.map({ "/picture/\($0.id).html" }) {
            var request = HTTPRequest(method: "GET", path: path)
            request.host = "localhost"
            #expect(await trial.response(to: request).status == .ok, "\(path)")
        }
    }
}
