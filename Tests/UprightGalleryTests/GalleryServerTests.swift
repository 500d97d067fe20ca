internal import UprightConfiguration
internal import UprightAlbums
internal import UprightFiles
internal import Foundation
internal import UprightService
internal import UprightPlaces
internal import TestSupport
internal import Testing
internal import UprightFormats

@Suite struct GalleryServerTests {
    /// The targets of a page's `href`, `src` and `action` attributes.
    static func links(_ page: String) -> [String] {
        page.matches(of: /(?:href|src|action)="([^"]*)"/).map { String($0.output.1) }
    }

    /// The path of a link's target, from a page.
    static func resolved(_ link: String, from page: String) -> String {
        var parts = page.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
        for part in link.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    @Test func everyLinkLeadsToAPageOfTheGallery() async throws {
        let bench = try GalleryBench()
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            var seen: Set<String> = []
            var open = [""]
            while let path = open.popLast() {
                guard seen.insert(path).inserted else { continue }
                let answer = try await client.ask(path)
                if path == "edit.html" || path == "technical.html" || path.hasPrefix("download/") { continue }
                let mayFail = path.hasPrefix("thumbnail/") || path.hasPrefix("preview/")
                #expect(answer.status == 200 || (mayFail && answer.status == 404), "\(path)")
                #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                guard answer.headers["content-type"]?.hasPrefix("text/html") == true else { continue }
                #expect(!answer.text.contains("http://") && !answer.text.contains("https://"), "\(path)")
                for link in Self.links(answer.text) where !link.hasPrefix("#") {
                    let target = Self.resolved(link, from: String(path.prefix { $0 != "?" }))
                    open.append(String(target.prefix { $0 != "#" }))
                }
            }
            #expect(seen.contains("map.html") && seen.contains("picture/132.html"))
            #expect(seen.contains { $0.hasPrefix("album/") && $0.hasSuffix("/2.html") })
            #expect(seen.count > 400)
        }
    }

    @Test func namesAndMetadataAreOnlyText() async throws {
        let bench = try GalleryBench()
        try await bench.fail(GalleryBench.hostile)
        let rome = try #require(try bench.library.albums(of: [.city]).first { $0.title.hasPrefix("Rome") })
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            for path in [
                "", "picture/131.html", "album/\(rome.id).html", "failures.html", "albums/city-1.html",
                "search.html?q=%3Cscript%3Ealert(1)%3C/script%3E%22", "search.html?q=rome&from=%22%3E%3Cscript%3E",
                "%3Cscript%3Ealert(1)%3C/script%3E",
            ] {
                let text = try await client.ask(path).text
                for bad in ["<script>", "<img src=x", "<b>"] { #expect(!text.contains(bad), "\(path): \(bad)") }
            }
            let picture = try await client.ask("picture/131.html").text
            #expect(picture.contains("&lt;script&gt;alert(1)"))
            #expect(picture.contains("&lt;b&gt;Camera&lt;/b&gt;") && picture.contains("1/250 s"))
            let points = try await client.ask("map/points.js").text
            #expect(!points.contains("<") && points.contains("\\u003cimg"))
        }
    }

    @Test func withATokenOthersSeeNothing() async throws {
        let bench = try GalleryBench()
        let everywhere = try #require(ServerAddress("0.0.0.0:0"))
        #expect(throws: OperationError.self) {
            try GalleryServer(bench.content, address: everywhere, token: nil)
        }
        #expect(throws: OperationError.self) {
            try GalleryServer(bench.content, address: everywhere, token: "")
        }
        try await bench.serving(token: "open sesame") { (client: GalleryClient) async throws -> Void in
            for path in ["", "picture/1.html", "thumbnail/1.jpg", "original/1.jpg", "map/points.js", "failures.html"] {
                let answer = try await client.ask(path)
                #expect(answer.status == 401, "\(path)")
                #expect(!answer.text.contains("Munich"))
            }
            #expect(try await client.ask("", headers: ["Authorization": "Bearer open sesame"]).status == 200)
            let start = ContinuousClock.now
            #expect(try await client.ask("", headers: ["Authorization": "Bearer open"]).status == 401)
            #expect(ContinuousClock.now - start >= .seconds(1), "guesses are slow")
            #expect(try await client.ask("login", method: "POST", form: "token=wrong").status == 401)
            let login = try await client.ask("login", method: "POST", form: "token=open+sesame")
            #expect(login.status == 303)
            let cookie = try #require(login.headers["set-cookie"])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains("sesame"))
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(try await client.ask("", headers: ["Cookie": "a=b; " + pair]).status == 200)
            #expect(try await client.ask("", headers: ["Cookie": pair + "0"]).status == 401)
        }
    }

    @Test func pagesOfOtherSitesReachNothing() async throws {
        let bench = try GalleryBench()
        try await bench.fail("a.jpg")
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            for host in ["rebound.example:80", "localhost.rebound.example", "127.0.0.1.rebound.example", "localhost@a"]
            {
                #expect(try await client.ask("", headers: ["Host": host]).status == 421, "\(host)")
            }
            for host in ["localhost", "LOCALHOST:80", "localhost.", "127.0.0.1:1", "[::1]:80"] {
                #expect(try await client.ask("", headers: ["Host": host]).status == 200, "\(host)")
            }
            let form = "source=all&token=guess"
            #expect(try await client.ask("failures.html", method: "POST", form: form).status == 403)
            #expect(try await client.ask("failures.html", method: "POST", form: "").status == 403)
            #expect(try await bench.journal.asked().isEmpty)
            #expect(try await client.ask("", method: "DELETE").status == 405)
        }
    }

    @Test func failuresAreShownAndRetried() async throws {
        let bench = try GalleryBench()
        try await bench.fail("a.jpg")
        try await bench.fail("b.jpg")
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let page = try await client.ask("failures.html").text
            #expect(
                page.contains("/drop/a.jpg") && page.contains("cannot be decoded: &lt;b&gt;")
                    && page.contains("5 tries"))
            let token = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.output.1)
            let source = try #require(page.matches(of: /name="source" value="([0-9a-f]+)"/).first?.output.1)
            let foreign = try await client.ask(
                "failures.html", method: "POST", headers: ["Sec-Fetch-Site": "cross-site"],
                form: "token=\(token)&source=all")
            #expect(foreign.status == 403)
            let one = try await client.ask("failures.html", method: "POST", form: "token=\(token)&source=\(source)")
            #expect(one.status == 303 && one.headers["location"] == "failures.html?asked=1")
            #expect(try await bench.journal.asked().count == 1)
            _ = try await client.ask("failures.html", method: "POST", form: "token=\(token)&source=all")
            let asked = try await bench.journal.asked()
            #expect(Set(asked.map(\.source.description)) == ["/drop/a.jpg", "/drop/b.jpg"])
            #expect(asked.allSatisfy { $0.attempts == 0 })
        }
    }

    @Test func searchesByPlaceAndDate() async throws {
        let bench = try GalleryBench()
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            func count(_ query: String) async throws -> Int {
                try await client.ask("search.html?" + query).text.matches(of: /class="picture"/).count
            }
            let found = try await client.ask("search.html?q=munich").text
            #expect(found.contains("121 pictures found") && found.contains("country=DE") == false)
            #expect(try await client.ask("search.html?q=jpg").text.contains("q=jpg&amp;country=IT"))
            #expect(try await count("q=jpg&country=IT") == 10)
            #expect(try await count("q=rome") == 11)
            #expect(try await count("q=munich") == 120)
            #expect(try await count("q=munich&page=2") == 1)
            #expect(try await count("q=&from=2024-05-02&to=2024-05-02") == 12)
            #expect(try await count("q=nowhere") == 0)
            #expect(try await count("q=munich&from=yesterday") == 120)
        }
    }

    @Test func everyPictureIsOnThePagesOfTheTimeline() async throws {
        var photos = (0..<700).map { number in
            AlbumPhoto(
                path: "/o/\(number).jpg", type: "public.jpeg", time: 1_600_000_000 + Double(number * number) * 40)
        }
        photos += (0..<150).map { AlbumPhoto(path: "/o/none-\($0).jpg", type: "public.jpeg") }
        let bench = try GalleryBench(pictures: photos)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            func ids(_ text: String) -> [Int] {
                text.matches(of: /picture\/([0-9]+)\.html/).compactMap { Int($0.output.1) }
            }
            // Page by page, following the links only.
            var path = ""
            var seen: [Int] = []
            while true {
                let text = try await client.ask(path).text
                seen += ids(text)
                guard let next = text.firstMatch(of: /rel="next" href="([^"]*)"/)?.output.1 else { break }
                path = Self.resolved(String(next), from: path)
            }
            #expect(seen.count == 850 && Set(seen).count == 850)
            // By scrolling, with the data.
            var text = try await client.ask("").text
            var scrolled = ids(text)
            var next = text.firstMatch(of: /data-next="([^"]*)"/)?.output.1
            while let data = next, !data.isEmpty {
                text = try await client.ask(String(data)).text
                scrolled += ids(text)
                next = text.firstMatch(of: /,"(timeline[^"]*)"\);/)?.output.1
            }
            #expect(scrolled == seen)
            #expect(!text.contains("<"))
        }
    }

    @Test func previousAndNextStayInTheAlbum() async throws {
        let bench = try GalleryBench()
        let rome = try #require(try bench.library.albums(of: [.city]).first { $0.title.hasPrefix("Rome") })
        let order = try bench.library.order(of: rome.id)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect(
                try await client.ask("album/\(rome.id).html").text.contains("picture/\(order[1]).html?in=\(rome.id)"))
            let page = try await client.ask("picture/\(order[1]).html?in=\(rome.id)").text
            #expect(page.contains("picture/\(order[0]).html?in=\(rome.id)"))
            #expect(page.contains("picture/\(order[2]).html?in=\(rome.id)"))
            let last = try await client.ask("picture/\(order[10]).html?in=\(rome.id)").text
            #expect(!last.contains("rel=\"next\"") && last.contains("rel=\"prev\""))
            let data = try await client.ask("picture/\(order[1]).js?in=\(rome.id)")
            #expect(data.headers["content-type"]?.hasPrefix("text/javascript") == true && !data.text.contains("<"))
        }
    }

    @Test func albumsAreRenamedMergedCoveredAndDownloaded() async throws {
        let bench = try GalleryBench()
        let cities = try bench.library.albums(of: [.city])
        let rome = try #require(cities.first { $0.title.hasPrefix("Rome") })
        let munich = try #require(cities.first { $0.title == "Munich" })
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let page = try await client.ask("album/\(rome.id).html").text
            let token = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.output.1)
            func send(_ path: String, _ form: String) async throws -> GalleryClient.Answer {
                try await client.ask(path, method: "POST", form: "token=\(token)&" + form)
            }
            #expect(
                try await client.ask("edit.html", method: "POST", form: "album=\(rome.id)&action=rename&title=x").status
                    == 403)
            #expect(try bench.library.album(rome.id).title == rome.title)
            #expect(try await send("edit.html", "album=\(rome.id)&action=rename&title=Eternal+City").status == 303)
            #expect(try bench.library.album(rome.id).title == "Eternal City")
            #expect(try await send("edit.html", "album=\(rome.id)&action=rename&title=").status == 303)
            #expect(try bench.library.album(rome.id).title == rome.title)
            let order = try bench.library.order(of: rome.id)
            #expect(try await send("edit.html", "album=\(rome.id)&action=cover&picture=\(order[3])").status == 303)
            #expect(try bench.library.album(rome.id).cover == order[3])
            #expect(try await send("edit.html", "album=\(rome.id)&action=cover&picture=1").status == 409)
            #expect(try await send("edit.html", "album=\(rome.id)&action=merge&into=none").status == 404)
            #expect(try await send("edit.html", "album=\(rome.id)&action=merge&into=\(munich.id)").status == 303)
            #expect(try bench.library.album(munich.id).count == 132)
            #expect(try await client.ask("album/\(munich.id).html").text.contains("Undo the merge of Rome"))
            #expect(try await send("edit.html", "album=\(rome.id)&action=separate").status == 303)
            #expect(try bench.library.album(munich.id).count == 121)
            let zip = try await client.ask("download/\(rome.id).zip")
            #expect(zip.status == 200 && zip.headers["content-type"] == "application/zip")
            #expect(zip.headers["content-length"] == "\(zip.body.count)" && zip.body.starts(with: [0x50, 0x4B, 3, 4]))
            let chosen = try await send("download.zip", "picture=1&picture=2")
            #expect(chosen.status == 200 && chosen.body.count < zip.body.count)
            let twice = try await send("download.zip", "picture=1&picture=2&picture=1&picture=-1&picture=x")
            #expect(twice.body.count == chosen.body.count)
            #expect(try await client.ask("download.zip", method: "POST", form: "picture=1").status == 403)
        }
    }

    @Test func datesAreInTheLanguageOfThePage() async throws {
        let bench = try GalleryBench()
        try bench.library.rebuild(
            by: PlaceDataVersion(source: "g", language: "de"), otherNames: nil, place: nil)
        try await bench.serving { client in
            let home = try await client.ask("").text
            // Words, dates and places are in the browser's language, whatever the albums are stored in.
            #expect(home.contains(#"<html lang="en">"#) && !home.contains(#"lang="de""#))
            #expect(home.contains(#"<time datetime="2024-05-11" dir="auto">Saturday 11 May 2024</time>"#))
            let german = try await client.ask("", headers: ["Accept-Language": "de"]).text
            #expect(german.contains(#"<time datetime="2024-05-11" dir="auto">Samstag, 11. Mai 2024</time>"#))
            #expect(german.contains(#"href="timeline/2024-05.html" data-month"#) && german.contains(">Mai</a>"))
            #expect(!german.contains(#"lang="de" href"#))
            let day = try #require(try bench.library.albums(of: [.day]).first)
            let page = try await client.ask("album/\(day.id).html").text
            #expect(page.contains(#"<h1 dir="auto">1 May 2024</h1>"#))
            let picture = try await client.ask("picture/1.html").text
            #expect(picture.contains(#"<time datetime="2024-05-01T00:00:00">1 May 2024, 00:00:00</time>"#))
            #expect(picture.contains("Munich, Bavaria, Germany, 1 May 2024"))
            // The form has the present name: sent back unchanged, the album is not renamed.
            let token = try #require(page.firstMatch(of: /name="token" value="([^"]+)"/)?.output.1)
            let form = "token=\(token)&album=\(day.id)&action=rename&title="
            #expect(try await client.ask("edit.html", method: "POST", form: form + "1+May+2024").status == 303)
            #expect(try bench.library.album(day.id).isRenamed == false)
            #expect(try await client.ask("edit.html", method: "POST", form: form + "Ausflug").status == 303)
            let renamed = try await client.ask("album/\(day.id).html").text
            #expect(
                renamed.contains(#"<h1 dir="auto">Ausflug</h1>"#) && renamed.contains("Restore the name 1 May 2024"))
        }
    }

    @Test func thePointsOfTheMapFollowTheAlbums() async throws {
        let bench = try GalleryBench()
        try await bench.serving { client in
            let before = try await client.ask("map/points.js").text
            #expect(try await client.ask("map/points.js").text == before)
            // In this process, and in another.
            try bench.library.add([
                AlbumPhoto(path: "/new.jpg", position: Position(latitude: 1, longitude: 2), place: GalleryBench.rome)
            ])
            let after = try await client.ask("map/points.js").text
            #expect(after.contains("[200000,100000,1,") && !before.contains("[200000,100000,1,"))
            let other = try AlbumLibrary(path: bench.library.path)
            try other.remove(paths: ["/new.jpg"])
            #expect(try await client.ask("map/points.js").text == before)
        }
    }

    @Test func failuresAreRetriedByReason() async throws {
        let bench = try GalleryBench()
        try await bench.fail("a.jpg")
        try await bench.fail("b.jpg")
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let page = try await client.ask("failures.html").text
            #expect(page.contains("Retry these 2"))
            let token = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.output.1)
            let reason = try #require(page.firstMatch(of: /name="reason" value="([0-9a-f]+)"/)?.output.1)
            let none = try await client.ask("failures.html", method: "POST", form: "token=\(token)&reason=00")
            #expect(none.headers["location"] == "failures.html?asked=0")
            let both = try await client.ask("failures.html", method: "POST", form: "token=\(token)&reason=\(reason)")
            #expect(both.headers["location"] == "failures.html?asked=2")
        }
    }

    @Test func theOriginalIsShownUnchanged() async throws {
        let bench = try GalleryBench(pictures: [])
        try await bench.deliver("a.jpg", [1, 2, 3], FakeViewer.jpeg)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            #expect(try await client.ask("picture/1.html").text.contains("src=\"../before/1.jpg\""))
            #expect([UInt8](try await client.ask("before/1.jpg").body) == [1, 2, 3])
            try FileManager.default.removeItem(at: bench.scratch["drop/a.jpg"])
            #expect(try await client.ask("before/1.jpg").status == 404)
            #expect(!(try await client.ask("picture/1.html").text.contains("before/1.jpg")))
        }
    }

    @Test func aMissingPageHasItsStyleInEveryFolder() async throws {
        let bench = try GalleryBench()
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            for (path, root) in [("x", ""), ("picture/x", "../"), ("a/b/c", "../../")] {
                let answer = try await client.ask(path)
                #expect(answer.status == 404 && answer.text.contains("href=\"\(root)assets/gallery.css\""), "\(path)")
            }
        }
    }

    @Test func invalidPathsAreNotFound() async throws {
        let bench = try GalleryBench()
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            for path in [
                "picture/0.html", "picture/99999999999999999999.html", "picture/-1.html", "album/x.html",
                "albums/city-9.html",
                "albums/none-1.html", "original/1.png", "original/1.jpg.html", "map/land-99-1.js", "map/land-1.js",
                "timeline/2021-13.html", "timeline/none.html", "timeline/2024-05/9.html", "before/1.jpg", "edit.html",
                "download.zip", "download/x.zip", "picture/0.js", "assets/..%2F..%2Fetc%2Fpasswd", "assets/none.js",
                "%2e%2e/x", "thumbnail/500.jpg", "album/a/1.html",
            ] { #expect(try await client.ask(path).status == 404, "\(path)") }
            let original = try await client.ask("original/1.jpg")
            #expect(original.status == 200 && [UInt8](original.body) == FakeViewer.jpeg)
            #expect(original.headers["content-type"] == "image/jpeg")
        }
    }

    /// UPRIGHT_ALBUM_PICTURES=100000 checks the figure of the design: 100 ms, in a release build.
    @Test func theFirstPageIsQuick() async throws {
        let asked = ProcessInfo.processInfo.environment["UPRIGHT_ALBUM_PICTURES"].flatMap(Int.init)
        let (count, isFullSize) = (asked ?? 5_000, asked != nil)
        let photos = (0..<count).map { number -> AlbumPhoto in
            let position = Position(latitude: Double(number % 160) - 79.5, longitude: Double(number % 359) - 179.5)
            let place = Place(
                countryCode: "C\(number % 190)", country: "Country \(number % 190)", region: "Region \(number % 900)",
                city: "City \(number % 9000)", source: "gazetteer 1")
            let time = 1_400_000_000 + Double(number) * 3000
            return AlbumPhoto(
                path: "/o/\(number).jpg", type: "public.jpeg", time: time, position: position, place: place)
        }
        let bench = try GalleryBench(pictures: photos)
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let clock = ContinuousClock()
            var first = Duration.seconds(3600)
            for _ in 0..<5 {
                let time = try await clock.measure { () async throws -> Void in
                    #expect(try await client.ask("").status == 200)
                }
                first = min(first, time)
            }
            let map = try await clock.measure { () async throws -> Void in
                #expect(try await client.ask("map/points.js").status == 200)
            }
            print("gallery: \(count) pictures, the first page in \(first), the points of the map in \(map)")
            // Next to all other tests, a page waits for its turn; the figure of the design is for an idle machine.
            #expect(first < (isFullSize ? .milliseconds(100) : .seconds(4)))
        }
    }
}
