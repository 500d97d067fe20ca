internal import Foundation
internal import Testing
internal import UprightAlbums
internal import UprightBase
internal import UprightFiles
internal import UprightFormats
internal import UprightPlaces
internal import UprightService

/// What is changed from the pages: pictures are turned and hidden, failures dismissed.
@Suite struct GalleryChangeTests {
    private func token(_ client: GalleryClient) async throws -> String {
        let page = try await client.ask("picture/1.html").text
        return String(try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.output.1))
    }

    @Test("a hidden picture is on no page, until it is shown again with its old address")
    func hiding() async throws {
        let bench = try GalleryBench()
        let munich = try #require(try bench.library.albums(of: [.city]).first { $0.title == "Munich" })
        try await bench.serving { client in
            let token = try await token(client)
            let foreign = try await client.ask("edit.html", method: "POST", form: "action=hide&picture=1&token=x")
            #expect(foreign.status == 403)
            #expect(try bench.library.hiddenCount() == 0)
            let hide = try await client.ask(
                "edit.html", method: "POST", form: "token=\(token)&action=hide&picture=1&in=\(munich.id)")
            #expect(hide.status == 303 && hide.headers["location"] == "picture/1.html?in=\(munich.id)")
            for path in [
                "", "timeline/2024-05/2.html", "album/\(munich.id).html", "search.html?q=munich", "map/points.js",
                "picture/2.js", "albums.html",
            ] {
                let text = try await client.ask(path).text
                #expect(!text.contains("picture/1.html") && !text.contains("thumbnail/1.jpg"), "\(path)")
            }
            #expect(try bench.library.album(munich.id).count == munich.count - 1)
            #expect(try await client.ask("").text.contains(#"href="album/hidden.html""#))
            #expect(try await client.ask("album/hidden.html").text.contains("picture/1.html?in=hidden"))
            let zip = try await client.ask("download.zip", method: "POST", form: "token=\(token)&picture=1")
            #expect(zip.body.count < 100, "a hidden picture is in no archive")
            #expect(try await client.ask("picture/1.html").text.contains("This picture is hidden."))
            // Where nothing may be changed, hidden pictures are not there.
            var closed = bench.content
            closed.turning = nil
            try await bench.serving(closed) { client in
                #expect(try await client.ask("picture/1.html").status == 404)
                #expect(try await client.ask("thumbnail/1.jpg").status == 404)
                #expect(try await client.ask("album/hidden.html").status == 404)
                let page = try await client.ask("picture/2.html").text
                #expect(!page.contains(#"value="hide""#) && !page.contains("album/hidden.html"))
                let own = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.output.1)
                for form in ["action=unhide&picture=1", "action=turn&direction=left&picture=2"] {
                    let answer = try await client.ask("edit.html", method: "POST", form: "token=\(own)&\(form)")
                    #expect(answer.status == 403)
                }
                let retry = try await client.ask("failures.html", method: "POST", form: "token=\(own)&source=all")
                #expect(retry.status == 403)
            }
            _ = try await client.ask("edit.html", method: "POST", form: "token=\(token)&action=unhide&picture=1")
            #expect(try bench.library.album(munich.id).count == munich.count)
            #expect(try await client.ask("search.html?q=munich&page=2").text.contains("picture/1.html"))
        }
    }

    @Test("after a turn, browsers load the picture again, and it can be undone")
    func turning() async throws {
        let bench = try GalleryBench(pictures: [])
        try await bench.deliver("a.jpg", [1, 2, 3], FakeViewer.jpeg)
        try await bench.serving { client in
            let token = try await token(client)
            func send(_ form: String) async throws -> GalleryClient.Answer {
                try await client.ask("edit.html", method: "POST", form: "token=\(token)&picture=1&" + form)
            }
            #expect(try await send("action=turn&direction=left").headers["location"] == "picture/1.html?turned=left")
            let page = try await client.ask("picture/1.html?turned=left").text
            #expect(
                page.contains("preview/1.jpg?1") && page.contains("It was turned.") && page.contains(#"value="undo""#))
            #expect(try await client.ask("").text.contains("thumbnail/1.jpg?1"))
            #expect(try await client.ask("thumbnail/1.jpg?1").status == 200)
            #expect(try await client.ask("map/points.js").text.contains("uprightVersions={1:1}"))
            #expect(try await send("action=undo&direction=left").headers["location"] == "picture/1.html")
            let refused = try await send("action=turn&direction=180")
            #expect(refused.status == 409 && refused.text.contains("the file is locked"))
            for form in ["action=turn&direction=up", "action=turn", "action=fold"] {
                #expect(try await send(form).status == 404, "\(form)")
            }
        }
    }

    @Test("failures are dismissed, and stay so")
    func dismissing() async throws {
        let bench = try GalleryBench()
        try await bench.fail("a.jpg")
        try await bench.fail("b.jpg")
        try await bench.serving { client in
            let token = try await token(client)
            let page = try await client.ask("failures.html").text
            #expect(page.contains("Dismiss these 2"))
            let source = try #require(page.matches(of: /name="source" value="([0-9a-f]{4,})"/).first?.output.1)
            let one = try await client.ask(
                "failures.html", method: "POST", form: "token=\(token)&source=\(source)&action=dismiss")
            #expect(one.headers["location"] == "failures.html?dismissed=1")
            let left = try await client.ask("failures.html?dismissed=1").text
            #expect(left.contains("1 file was dismissed.") && left.contains("1 file<") && !left.contains("2 files"))
            #expect(try await bench.journal.asked().isEmpty)
        }
    }

    @Test("pages are in one language, whatever the names are stored in")
    func oneLanguage() async throws {
        let gazetteer = try Gazetteer()
        let places = [(48.137, 11.575), (41.893, 12.483), (41.9, 12.5)].map {
            Position(latitude: $0.0, longitude: $0.1)!
        }
        let photos = (0..<30).map { number in
            let position = places[number < 20 ? 0 : number < 25 ? 1 : 2]
            return AlbumPhoto(
                path: RawPath("/o/\(number).jpg"), type: "public.jpeg", time: 1_714_521_600 + Double(number) * 86_400,
                position: position, place: gazetteer.place(at: position, language: "de"))
        }
        let bench = try GalleryBench(pictures: photos)
        try bench.library.rebuild(
            by: PlaceDataVersion(source: "g", language: "de"), otherNames: nil
        ) {
            gazetteer.place(at: $0, language: "de")
        }
        let rome = try #require(try bench.library.albums(of: [.city]).first { $0.title == "Rom" })
        let trip = try #require(try bench.library.albums(of: [.trip]).first)
        #expect(trip.title == "Deutschland und Italien · 1.–30. Mai 2024")
        try await bench.serving { client in
            func ask(_ path: String, _ language: String) async throws -> String {
                try await client.ask(path, headers: ["Accept-Language": language]).text
            }
            for (language, city, country) in [("en", "Rome", "Italy"), ("fr", "Rome", "Italie"), ("ja", "ローマ", "イタリア")]
            {
                for path in [
                    "", "albums.html", "album/\(rome.id).html", "search.html?q=rom", "picture/30.html", "map/points.js",
                ] {
                    let text = try await ask(path, language)
                    let isScript = path.hasSuffix(".js")
                    #expect(!text.contains("Italien") && !text.contains("Mai 2024"), "\(path) in \(language)")
                    #expect(isScript || text.contains(city), "\(path) in \(language)")
                    #expect(isScript || path.hasPrefix("album/") || text.contains(country), "\(path) in \(language)")
                }
                let named = try await ask("album/\(trip.id).html", language)
                #expect(named.contains(country) && !named.contains("Deutschland"), "\(language)")
            }
            // What the user typed stays in any language.
            try bench.library.rename(rome.id, to: "Ewige Stadt")
            #expect(try await ask("album/\(rome.id).html", "en").contains(#"<h1 dir="auto">Ewige Stadt</h1>"#))
            #expect(try await ask("album/\(rome.id).html", "en").contains("Restore the name Rome"))
        }
    }

    @Test("home is set on the map, and counts where none is named")
    func home() async throws {
        let bench = try GalleryBench()
        func trips() throws -> Int { try bench.library.albums(of: [.trip]).count }
        // Ten days are one holiday, unless one lives there.
        #expect(try trips() == 1)
        try await bench.serving { client in
            let token = try await token(client)
            func send(_ at: String) async throws {
                let form = "token=\(token)&action=home&at=" + at
                let answer = try await client.ask("edit.html", method: "POST", form: form)
                #expect(answer.status == 303 && answer.headers["location"] == "map.html")
            }
            try await send("48.13,11.57")
            #expect(try await client.ask("map.html").text.contains("<bdi>48.13, 11.57</bdi>"))
            #expect(try bench.library.albums(of: [.trip]).first?.title.hasPrefix("Rome") == true)
            try await send("")
            #expect(try await !client.ask("map.html").text.contains("<bdi>"))
            try bench.library.setHomes([Home(position: Position(latitude: 1, longitude: 1)!)])
            #expect(try await !client.ask("map.html").text.contains("action\" value=\"home"))
        }
    }

    @Test("day trips are apart from holidays, and estimated places are marked")
    func dayTripsAndEstimates() async throws {
        let home = GalleryBench.munich
        let (near, far) = (Position(latitude: 48.13, longitude: 11.57)!, Position(latitude: 41.89, longitude: 12.49)!)
        var photos: [AlbumPhoto] = []
        for day in 0..<60 {
            let isAway = day == 20 || (40..<47).contains(day)
            for hour in 0..<6 {
                photos.append(
                    AlbumPhoto(
                        path: RawPath("/o/\(day)-\(hour).jpg"), type: "public.jpeg",
                        time: 1_714_550_400 + Double(day) * 86_400 + Double(hour) * 600,
                        position: hour == 5 ? nil : isAway ? far : near,
                        place: hour == 5 ? nil : isAway ? GalleryBench.rome : home))
            }
        }
        let bench = try GalleryBench(pictures: photos)
        try await bench.serving { client in
            let albums = try await client.ask("albums.html").text
            #expect(albums.contains("Day trips") && albums.contains("albums/daytrip-1.html") == false)
            let holidays = try await client.ask("albums/trip-1.html").text
            #expect(holidays.matches(of: /class="tile"/).count == 1 && holidays.contains("42 pictures"))
            #expect(try await client.ask("albums/daytrip-1.html").text.matches(of: /class="tile"/).count == 1)
            let picture = try #require(try bench.library.photo(path: "/o/3-5.jpg"))
            #expect(picture.isEstimated)
            let page = try await client.ask("picture/\(picture.id).html").text
            #expect(page.contains("Place (estimated)") && page.contains("Munich, Bavaria, Germany (estimated)"))
        }
    }
}
