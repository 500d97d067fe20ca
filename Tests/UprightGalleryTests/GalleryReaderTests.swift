internal import UprightAlbums
internal import UprightFiles
internal import Foundation
internal import UprightService
internal import UprightPlaces
internal import TestSupport
internal import Testing

/// What a reader sees: in their language, at the place that they left, and without what only operators need.
@Suite struct GalleryReaderTests {
    // MARK: Languages

    /// The keys with their plural forms replaced by `*`, and the names in braces of each text.
    private static func outline(_ words: GalleryWords) -> [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for key in words.keys {
            let parts = key.split(separator: ".").map(String.init)
            let isPlural = ["zero", "one", "two", "few", "many", "other"].contains(parts.last ?? "")
            // Words for one and two, such as Arabic's, need no number.
            if isPlural, parts.last != "other" { continue }
            let names = words[key].matches(of: /\{(\w+)\}/).map { String($0.output.1) }
            result[isPlural ? parts.dropLast().joined(separator: ".") + ".*" : key] = Set(names)
        }
        return result
    }

    @Test(arguments: GalleryWords.languages) func everyLanguageIsComplete(_ language: String) {
        let words = GalleryWords.named(language)
        #expect(words.language == language)
        let (own, english) = (Self.outline(words), Self.outline(.english))
        #expect(english.count > 150 && Set(own.keys) == Set(english.keys))
        for (key, names) in english { #expect(own[key] == names, "\(language): \(key)") }
        for key in english.keys where key.hasSuffix(".*") {
            for form in GalleryWords.pluralForms(language) {
                #expect(words.keys.contains(key.dropLast(1) + form), "\(language): \(key) \(form)")
            }
        }
        #expect(words.keys.allSatisfy { !words[$0].isEmpty })
    }

    @Test func numbersHaveTheirNouns() {
        let russian = GalleryWords.named("ru")
        #expect(
            [1, 3, 5, 11, 21, 102].map { russian.count("pictures", $0) }
                == ["1 снимок", "3 снимка", "5 снимков", "11 снимков", "21 снимок", "102 снимка"])
        let arabic = GalleryWords.named("ar")
        #expect(
            [0, 1, 2, 5, 11, 100].map { GalleryWords.pluralForm(of: $0, "ar") }
                == ["zero", "one", "two", "few", "many", "other"])
        #expect(arabic.count("pictures", 2) == "صورتان")
        #expect(GalleryWords.named("de").count("pictures", 1_234_567) == "1.234.567 Bilder")
        #expect(GalleryWords.named("fr").count("pictures", 0) == "0 photo")
        #expect(
            [1, 2, 5, 12, 22].map { GalleryWords.pluralForm(of: $0, "pl") } == ["one", "few", "many", "many", "few"])
        #expect([1, 21, 3, 5].map { GalleryWords.pluralForm(of: $0, "cs") } == ["one", "other", "few", "other"])
        #expect(["he", "fa"].map { GalleryWords.named($0).count("pictures", 2) } == ["שתי תמונות", "2 عکس"])
    }

    @Test(arguments: [
        ("de-AT,de;q=0.9,en;q=0.8", "de"), ("fi,fr;q=0.5,es;q=0.7", "es"), ("zh-TW", "zh-Hant"),
        ("zh-HK,zh", "zh-Hant"),
        ("zh-CN,zh;q=0.9", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"), ("", "en"), ("fi", "en"), ("nl-BE", "nl"),
        ("iw", "he"), ("in-ID", "id"), ("de;q=0,it", "it"),
        ("*", "en"), ("de;q=x,,;;", "en"), ("PT-br", "pt"),
    ]) func theBrowserChooses(_ accepted: String, _ language: String) {
        #expect(GalleryWords.best(for: accepted).language == language, "\(accepted)")
    }

    @Test func pagesAreInTheLanguageOfTheBrowser() async throws {
        let bench = try GalleryBench()
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let german = try await client.ask("", headers: ["Accept-Language": "de"])
            #expect(german.text.contains(#"<html lang="de">"#) && german.text.contains(">Alben</a>"))
            #expect(german.text.contains("132 Bilder") && german.text.contains("Mai 2024"))
            #expect(german.headers["vary"] == "Accept-Language, Cookie")
            let arabic = try await client.ask("albums.html", headers: ["Accept-Language": "ar"]).text
            #expect(arabic.contains(#"<html lang="ar" dir="rtl">"#))
            let script = try await client.ask("words/ja.js").text
            #expect(script.hasPrefix("window.uprightWords={") && script.contains("viewer.next"))
            #expect(try await client.ask("words/xx.js").status == 404)
            // Labels of the map.
            let land = try await client.ask("map/land-30-12.js", headers: ["Accept-Language": "zh-CN"]).text
            let english = try await client.ask("map/land-30-12.js").text
            #expect(english.contains("Shanghai") && !land.contains("Shanghai"))
        }
    }

    // MARK: The place

    @Test(arguments: ["", "album"]) func theWayBackLeadsToThePicture(_ context: String) async throws {
        let bench = try GalleryBench()
        let country = try #require(try bench.library.albums(of: [.country]).max { $0.count < $1.count })
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            for id in [1, 60, 115, 121] {
                let page = "picture/\(id).html"
                let query = context.isEmpty ? "" : "?in=\(country.id)"
                let text = try await client.ask(page + query).text
                let link = try #require(text.firstMatch(of: /class="back" href="([^"]+)"/)?.output.1)
                let parts = link.split(separator: "#")
                let target = GalleryServerTests.resolved(String(parts[0]), from: page)
                #expect(parts.last == "p\(id)")
                #expect(try await client.ask(target).text.contains(#"id="p\#(id)""#), "\(target)")
            }
        }
    }

    // MARK: The technical view

    @Test func operatorsSeeMore() async throws {
        let bench = try GalleryBench()
        try await bench.fail("a.jpg")
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let plain = try await client.ask("picture/1.html").text
            #expect(!plain.contains("/out/") && !plain.contains("/drop/") && !plain.contains("failures.html"))
            let token = try #require(plain.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.output.1)
            let form = "token=\(token)&on=yes&page=picture/1.html"
            let switched = try await client.ask("technical.html", method: "POST", form: form)
            #expect(switched.status == 303 && switched.headers["location"] == "picture/1.html")
            let cookie = try #require(switched.headers["set-cookie"]?.split(separator: ";").first)
            let technical = try await client.ask("picture/1.html", headers: ["Cookie": String(cookie)]).text
            #expect(technical.contains("/out/") && technical.contains("failures.html"))
            let elsewhere = "token=\(token)&on=yes&page=https://example.org/"
            #expect(
                try await client.ask("technical.html", method: "POST", form: elsewhere).headers["location"]
                    == "index.html")
            #expect(try await client.ask("technical.html", method: "POST", form: "on=yes").status == 403)
        }
    }

    @Test func failuresOfOneCauseAreOneGroup() async throws {
        let bench = try GalleryBench()
        for (name, byte) in [("a.jpg", 12), ("b.jpg", 4096)] {
            try await bench.fail(name, reason: "cannot be decoded: found the end of the picture at byte \(byte)")
        }
        try await bench.fail("c.jpg", reason: "is too large: found 9 pixels")
        try await bench.serving { (client: GalleryClient) async throws -> Void in
            let page = try await client.ask("failures.html").text
            #expect(page.contains("Cannot be decoded</h2>") && page.contains("Retry these 2"))
            #expect(page.matches(of: /<section class="reason">/).count == 2)
            let token = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.output.1)
            let reason = try #require(page.firstMatch(of: /name="reason" value="([0-9a-f]+)"/)?.output.1)
            let both = try await client.ask("failures.html", method: "POST", form: "token=\(token)&reason=\(reason)")
            #expect(both.headers["location"] == "failures.html?asked=2")
            // A source outside the folders has no preview, whoever asks.
            let preview = try #require(page.firstMatch(of: /src="(failed\/[0-9a-f]+\.jpg)"/)?.output.1)
            let answer = try await client.ask(String(preview))
            #expect(answer.status == 200 && answer.headers["content-type"] == "image/jpeg")
            #expect(try await client.ask("failed/\(String(repeating: "0", count: 64)).jpg").status == 404)
        }
    }

    // MARK: A parcel

    @Test func aParcelHasOneAlbumAndNothingElse() async throws {
        let bench = try GalleryBench()
        let rome = try #require(try bench.library.albums(of: [.country]).first { $0.title == "Italy" })
        let folder = bench.scratch["stick"].path()
        let parcel = GalleryParcel(album: rome.id, isWithoutPositions: true)
        let summary = try await GalleryExport(bench.content, to: folder, parcel: parcel).write()
        #expect(summary.pictures == rome.count && summary.problems.contains { $0.contains("broken") })
        let files = bench.scratch.files.filter { $0.hasPrefix("stick/") }
        #expect(files.contains("stick/index.html") && files.contains("stick/original/125.jpg"))
        #expect(!files.contains { $0.contains("picture/1.html") || $0.contains("map") && !$0.contains("assets") })
        // A picture that cannot be stripped is left out.
        #expect(!files.contains("stick/original/132.png"))
        #expect(!files.contains { $0.contains("failures") || $0.contains("before/") })
        for file in files where file.hasSuffix(".html") || file.hasSuffix(".js") && !file.contains("assets/") {
            let text = String(decoding: bench.scratch.bytes(of: file) ?? [], as: UTF8.self)
            for secret in ["/out/", "/drop/", "41.89", "12.49", bench.scratch.path] {
                #expect(!text.contains(secret), "\(file): \(secret)")
            }
            guard file.hasSuffix(".html") else { continue }
            for link in GalleryServerTests.links(text) where !link.hasPrefix("#") {
                let target =
                    "stick/"
                    + GalleryServerTests.resolved(
                        String(link.prefix { $0 != "?" && $0 != "#" }), from: String(file.dropFirst(6)))
                let mayLack = target.contains("132")
                #expect(files.contains(target) || mayLack, "\(file) -> \(target)")
            }
        }
        // Copies, not links: a stick has none.
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/original/125.jpg")
        #expect(attributes[.referenceCount] as? Int == 1)
        await #expect(throws: (any Error).self) {
            try await GalleryExport(bench.content, to: folder, parcel: GalleryParcel(album: "none")).write()
        }
    }
}
