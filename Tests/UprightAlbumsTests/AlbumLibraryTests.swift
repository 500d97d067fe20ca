internal import UprightFiles
internal import UprightAlbums
internal import Foundation
internal import UprightPlaces
internal import Testing
internal import UprightFormats

@Suite struct AlbumLibraryTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("albums-\(UUID().uuidString)").path

    func library() throws -> AlbumLibrary {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try AlbumLibrary(path: folder + "/albums.sqlite")
    }

    static let munich = Place(
        countryCode: "DE", country: "Germany", region: "Bavaria", regionCode: "DE.02", city: "Munich",
        district: "Sendling", source: "gazetteer 1")
    static let rome = Place(
        countryCode: "IT", country: "Italy", region: "Lazio", regionCode: "IT.07", city: "Rome", source: "gazetteer 1")
    static let day = 86_400.0

    /// Thirty days at home, with a week in Rome in between.
    static func photos() -> [AlbumPhoto] {
        (0..<30).flatMap { number -> [AlbumPhoto] in
            let away = (10..<17).contains(number)
            return (0..<4).map { index in
                AlbumPhoto(
                    path: "/o/\(number)-\(index).jpg", type: "public.jpeg",
                    time: 1_714_521_600 + Double(number) * day + Double(index) * 3600,
                    position: away
                        ? Position(latitude: 41.89, longitude: 12.49) : Position(latitude: 48.13, longitude: 11.57),
                    place: away ? rome : munich)
            }
        }
    }

    @Test func hiddenPicturesStayHiddenAndKeepTheirIds() throws {
        let library = try library()
        let photos = Self.photos()
        let ids = try library.add(photos)
        let last = try #require(ids.last)
        try library.hide([last, ids[50]])
        try library.settle()
        #expect(try library.counts().photos == 118 && library.hidden(limit: 9).map(\.id) == [last, ids[50]])
        #expect(try library.albums(of: [.trip]).map(\.count) == [27])
        // A new picture takes no hidden one's id; one that is filed again, or placed again, stays hidden.
        let new = try library.add([AlbumPhoto(path: "/o/new.jpg", type: "public.jpeg")])
        #expect(!ids.contains(new[0]))
        #expect(try library.add([photos[119]]) == [last] && library.photo(last) == nil)
        try library.rebuild { _ in Self.rome }
        #expect(try library.counts().photos == 119 && library.hiddenPhoto(last)?.place == Self.rome)
        try library.unhide([last, ids[50], 77_777])
        try library.settle()
        #expect(try library.photo(last)?.path == "/o/29-3.jpg" && library.hiddenCount() == 0)
        #expect(try library.album("Rome").count == 120)
        try library.hide([last])
        try library.remove(paths: ["/o/29-3.jpg"])
        #expect(try library.hiddenCount() == 0)
    }

    @Test func placesDaysTripsAndAnimationsAreAlbums() throws {
        let library = try library()
        try library.add(Self.photos() + [AlbumPhoto(path: "/o/a.gif", type: "com.compuserve.gif", isAnimated: true)])
        try library.settle()
        func titles(_ kind: AlbumKind) throws -> [String] {
            try library.albums(of: [kind]).map { "\($0.title) \($0.count)" }
        }
        #expect(try titles(.country) == ["Germany 92", "Italy 28"])
        #expect(try titles(.region) == ["Bavaria 92", "Lazio 28"])
        #expect(try titles(.city) == ["Munich 92", "Rome 28"])
        #expect(try titles(.district) == ["Sendling 92"])
        #expect(try titles(.animated) == ["Animated 1"])
        #expect(try library.albums(of: [.day]).count == 30)
        let trips = try library.albums(of: [.trip])
        #expect(trips.count == 1 && trips.first?.count == 28)
        #expect(trips.first?.title == "Rome, Italy · 11–17 May 2024")
        let bavaria = try library.album("Bavaria")
        #expect(try library.albums(in: bavaria.id).map(\.title) == ["Munich"])
        #expect(try library.album("munich").parent == bavaria.id)
        #expect(try library.photos(in: trips[0].id).map(\.path).first == "/o/10-0.jpg")
        #expect(try library.photos(in: trips[0].id, offset: 4, limit: 1).map(\.path) == ["/o/11-0.jpg"])
    }

    /// Pictures up to three days apart are one trip, abroad up to six; with a longer pause, also without one at home, they are two.
    @Test func aPauseOfMoreThanThreeDaysEndsATrip() throws {
        let hamburg = Place(countryCode: "DE", country: "Germany", city: "Hamburg", source: "gazetteer 1")
        for (pause, trips, place) in [
            (2.9, [40], hamburg), (3.1, [20, 20], hamburg), (5.5, [40], Self.rome), (6.1, [20, 20], Self.rome),
        ] {
            let library = try AlbumLibrary(path: madeFolder() + "/pause-\(pause).sqlite")
            let home = Self.photos().filter { $0.place == Self.munich }
            let away = (0..<40).map { index in
                AlbumPhoto(
                    path: "/away/\(index).jpg", type: "public.jpeg",
                    time: 1_714_521_600 + 10 * Self.day + (index < 20 ? 0 : pause * Self.day) + Double(index % 20) * 60,
                    position: Position(latitude: 41.89, longitude: 12.49), place: place)
            }
            try library.add(home + away)
            try library.settle()
            #expect(try library.albums(of: [.trip]).map(\.count).sorted() == trips, "\(pause) days")
        }
    }

    /// A title becomes the name of a folder, which lies in the folder of the albums.
    @Test func aTitleLeadsNowhereElse() {
        for title in ["..", ".", "../up", "a/../../b", "", ".hidden", "a\nb", "/"] {
            let name = AlbumFolder.fileName(title)
            #expect(!name.isEmpty && !name.contains("/") && !name.hasPrefix(".") && !name.contains("\n"), "\(title)")
        }
        #expect(AlbumFolder.fileName("..") == "_.")
        #expect(AlbumFolder.fileName("Rome") == "Rome")
    }

    private func madeFolder() throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test func theOrderOfFilingDoesNotMatter() throws {
        let forward = try library()
        try forward.add(Self.photos())
        try forward.rebuild()
        let other = try AlbumLibrary(path: folder + "/other.sqlite")
        for photo in Self.photos().shuffled() { try other.add([photo]) }
        try other.settle()
        let strip = { (albums: [Album]) in albums.filter { $0.kind != .trip }.map { "\($0.id) \($0.title) \($0.count)" }
        }
        #expect(try strip(forward.albums()) == strip(other.albums()))
        let trips = { (albums: [Album]) in albums.filter { $0.kind == .trip }.map { "\($0.id) \($0.title) \($0.count)" }
        }
        #expect(try trips(forward.albums()) == trips(other.albums()))
    }

    @Test func filingAgainChangesNothing() throws {
        let library = try library()
        try library.add(Self.photos())
        try library.rebuild()
        let before = try library.albums()
        try library.add(Self.photos())
        #expect(try library.albums().map { "\($0.id) \($0.count)" } == before.map { "\($0.id) \($0.count)" })
        try library.rebuild()
        #expect(try library.albums() == before)
    }

    @Test func aPictureWithANewPositionChangesItsAlbum() throws {
        let library = try library()
        try library.add(Self.photos())
        var photo = Self.photos()[0]
        photo.place = Self.rome
        try library.add([photo])
        #expect(try library.album("Munich").count == 91)
        #expect(try library.album("Rome").count == 29)
        try library.remove(paths: Self.photos().map(\.path))
        #expect(try library.albums().isEmpty)
    }

    @Test func theUsersEditsTakePrecedenceAndSurviveARebuild() throws {
        let library = try library()
        try library.add(Self.photos())
        try library.rename("Munich", to: "Home")
        try library.merge("Rome", into: "Home")
        let check = {
            let home = try library.album("Home")
            #expect(home.count == 120 && home.originalTitle == "Munich" && home.isRenamed)
            #expect(try library.albums(of: [.city]).map(\.title) == ["Home"])
        }
        try check()
        try library.rebuild { _ in Self.munich }
        #expect(try library.album("Home").count == 120)
        try library.rebuild { $0.latitude > 45 ? Self.munich : Self.rome }
        try check()
        var late = Self.photos()[40]
        late.path = "/o/late.jpg"
        try library.add([late])
        #expect(try library.album("Home").count == 121)
        #expect(throws: AlbumsError.self) { try library.merge("Home", into: "Rome") }
        #expect(throws: AlbumsError.self) { try library.merge("Home", into: "Home") }
        try library.separate("Rome")
        #expect(try library.albums(of: [.city]).map { "\($0.title) \($0.count)" } == ["Home 92", "Rome 29"])
        try library.rename("Home", to: nil)
        #expect(try library.album("Munich").count == 92)
        #expect(throws: AlbumsError.unknown(album: "Nowhere")) { try library.album("Nowhere") }
    }

    @Test func tripsAreNamedInTheLanguageOfTheirPlaces() throws {
        let library = try library()
        let german = PlaceDataVersion(source: "g 1", language: "de")
        #expect(try library.isPlaced(by: german))
        let photos = Self.photos().map { photo in
            var photo = photo
            if photo.place?.country == "Italy" { photo.place?.country = "Italien" }
            return photo
        }
        try library.add(photos)
        try library.settle()
        let trip = try #require(try library.albums(of: [.trip]).first)
        #expect(trip.title == "Rome, Italien · 11.–17. Mai 2024")
        #expect(try library.dateLanguage().tag == "de")
        // A day has its date as its title, and its name in the language; both find it.
        let day = try library.album("2024-05-01")
        #expect(day.name(in: try library.dateLanguage()) == "1. Mai 2024")
        #expect(try library.album("1. Mai 2024") == day)
        // A change of language takes effect with a rebuild. Titles that the user chose stay.
        let chinese = PlaceDataVersion(source: "g 1", language: "zh-CN")
        #expect(try !library.isPlaced(by: chinese))
        #expect(try library.albums(of: [.trip]).first?.title == trip.title)
        try library.rebuild(by: chinese, otherNames: nil, place: nil)
        #expect(try library.albums(of: [.trip]).first?.title == "Rome, Italien · 2024年5月11日至17日")
        try library.rename(trip.id, to: "Holidays")
        try library.rebuild(by: german, otherNames: nil, place: nil)
        #expect(try library.albums(of: [.trip]).first?.title == "Holidays")
        #expect(try library.albums(of: [.trip]).first?.originalTitle == trip.title)
    }

    @Test func aCityKeepsItsAlbumWhereItsRegionHasNoName() throws {
        let library = try library()
        try library.add([Self.photos()[50]])
        let city = try #require(try library.albums(of: [.city]).first)
        var photo = Self.photos()[50]
        photo.place?.region = nil
        try library.add([photo])
        let after = try #require(try library.albums(of: [.city]).first)
        #expect(after.id == city.id && after.count == 1)
        let country = try #require(try library.albums(of: [.country]).first)
        #expect(after.parent == country.id && city.parent != country.id)
        #expect(try library.albums(of: [.region]).isEmpty)
    }

    @Test func aTripsNameIsInTheUsersLanguage() throws {
        func part(_ city: String, _ count: Int) -> AlbumPhoto {
            let place = Place(countryCode: "IS", country: "冰岛", region: nil, city: city, source: "g")
            return AlbumPhoto(
                path: "/\(city)\(count)", time: 1_714_521_600 + Double(20 * 86_400 + 43_200 + count * 600),
                position: Position(latitude: 64.1, longitude: -21.9), place: place)
        }
        func title(_ pictures: [AlbumPhoto]) throws -> String? {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let library = try AlbumLibrary(path: "\(folder)/\(pictures.count).sqlite")
            _ = try library.isPlaced(by: PlaceDataVersion(source: "g", language: "zh"))
            // Home: most days.
            try library.add(Self.photos().filter { $0.place == Self.munich })
            try library.settle()
            try library.add(pictures)
            try library.settle()
            return try library.albums(of: [.trip]).first?.title
        }
        let small = (0..<8).map { part("Selfoss", $0) }
        let large = (10..<14).map { part("雷克雅未克", $0) }
        // The town has no Chinese name, the country has.
        #expect(try title(small + large) == "Selfoss, 冰岛 · 2024年5月21日")
        #expect(try title(large + (20..<22).map { part("雷克雅未克", $0) }) == "雷克雅未克, 冰岛 · 2024年5月21日")
    }

    @Test func aPictureIsFoundByTheNamesOfItsPlaceInOtherLanguages() throws {
        let library = try library()
        var munich = Self.photos()[0]
        munich.otherNames = ["München", "Bayern", "Deutschland", "慕尼黑", "Мюнхен", "Łódź"]
        try library.add([munich, Self.photos()[50]])
        for words in ["munchen", "MÜNCH", "bayer", "deut", "慕尼", "мюнх", "МЮНХЕН", "lodz", "munich deutschland"] {
            let search = PictureSearch(words: words.split(separator: " ").map(String.init))
            #expect(try library.search(search).map(\.path) == [munich.path], "\(words)")
        }
        // Beginnings of words, and every word.
        for words in ["unchen", "ayern", "尼黑", "deutschland rome", "\u{1E}", "\u{301}", "👍"] {
            let search = PictureSearch(words: words.split(separator: " ").map(String.init))
            #expect(try library.search(search).isEmpty, "\(words)")
        }
        // What the indexer learns of the file keeps them.
        let filed = try #require(try library.photo(path: munich.path))
        try library.keep([(filed, PictureDetails(width: 4, height: 3, camera: "Z 6"))])
        #expect(try library.search(PictureSearch(words: ["мюнхен", "z"])).map(\.path) == [munich.path])
        try library.rebuild()
        #expect(try library.search(PictureSearch(words: ["慕尼黑"])).count == 1)
    }

    @Test func searchesByPrefixesWithoutAccents() throws {
        let library = try library()
        var iceland = Self.photos()[0]
        iceland.place = Place(
            countryCode: "IS", country: "Iceland", region: "Höfuðborgarsvæðið", city: "Reykjavík", source: "g")
        iceland.camera = "Nikon Z 6"
        iceland.otherNames = ["冰岛", "Исландия"]
        try library.add([iceland, Self.photos()[1]])
        for words in ["reykjavik", "REYKJAV", "hofudborgarsvaedid", "Höfuð", "冰", "исланд", "nikon ice"] {
            let search = PictureSearch(words: words.split(separator: " ").map(String.init))
            #expect(try library.search(search).map(\.path) == ["/o/0-0.jpg"], "\(words)")
        }
        for words in ["eykjavik", "land", "\"", "%", "* OR munich", "NEAR("] {
            #expect(try library.search(PictureSearch(words: [words])).isEmpty, "\(words)")
        }
        let facets = try library.facets(PictureSearch())
        #expect(facets.total == 2 && facets.years.map(\.value) == ["2024"])
        #expect(facets.countries.map(\.title) == ["Germany", "Iceland"] && facets.cameras.map(\.count) == [1])
        // Pictures that were filed again, renamed or removed are found in their current state.
        iceland.place = Self.rome
        iceland.otherNames = []
        try library.add([iceland])
        #expect(try library.search(PictureSearch(words: ["reykjavik"])).isEmpty)
        #expect(try library.search(PictureSearch(words: ["rome"])).count == 1)
        try library.remove(paths: [iceland.path])
        #expect(try library.search(PictureSearch(words: ["rome"])).isEmpty)
    }

    @Test func everyPictureIsReachedInTheOrderOfTheTimeline() throws {
        let library = try library()
        var photos = Self.photos()
        photos += (0..<5).map { AlbumPhoto(path: "/o/none-\($0).jpg", type: "public.jpeg") }
        try library.add(photos)
        let months = try library.months()
        #expect(months.map(\.key) == ["2024-05"] && months.map(\.count) == [120])
        #expect(try library.lacking().undated == 5 && library.lacking().placeless == 5)
        for (context, count) in [(PictureContext.timeline, 125), (.placeless, 5)] {
            var seen: [Int64] = []
            var at =
                context == .timeline
                ? try library.photos(month: "2024-05", limit: 1).first : try library.placeless(limit: 1).first
            while let photo = at {
                seen.append(photo.id)
                let next = try library.neighbours(of: photo, in: context)
                if let next = next.after, let there = try library.photo(next) {
                    #expect(try library.neighbours(of: there, in: context).before == photo.id)
                    at = there
                } else {
                    at = nil
                }
            }
            #expect(Set(seen).count == count && seen.count == count)
        }
        let rome = try library.album("Rome")
        let order = try library.order(of: rome.id)
        let middle = try #require(try library.photo(order[3]))
        let neighbours = try library.neighbours(of: middle, in: .album(rome.id))
        #expect(neighbours.before == order[2] && neighbours.after == order[4])
    }

    @Test func aCoverIsChosenAndSurvivesARebuild() throws {
        let library = try library()
        try library.add(Self.photos())
        let rome = try library.album("Rome")
        let third = try library.photos(in: rome.id)[2].id
        try library.setCover(of: "Rome", to: third)
        #expect(try library.album("Rome").cover == third)
        try library.rebuild()
        #expect(
            try library.album("Rome").cover == third
                && library.leading(.city, limit: 9).albums.contains { $0.cover == third })
        #expect(throws: AlbumsError.self) { try library.setCover(of: "Munich", to: third) }
        try library.setCover(of: "Rome", to: nil)
        #expect(try library.album("Rome").cover != third)
    }

    @Test func aMergedDayCountsItsOwnPicturesOnce() throws {
        let library = try library()
        try library.add(Self.photos())
        let days = try library.albums(of: [.day])
        try library.merge(days[0].id, into: days[1].id)
        #expect(try library.months().map(\.count) == [120])
    }

    @Test func searchesAndClusters() throws {
        let library = try library()
        try library.add(Self.photos())
        #expect(try library.search(PictureSearch(words: ["rome"])).count == 28)
        #expect(try library.search(PictureSearch(words: ["ital", "11-"])).count == 4)
        #expect(try library.search(PictureSearch(words: ["100%"])).isEmpty)
        #expect(try library.search(PictureSearch(from: 1_714_521_600, to: 1_714_521_600 + Self.day)).count == 4)
        let clusters = try library.clusters(cell: 1)
        #expect(clusters.map(\.count) == [92, 28])
        #expect(try library.clusters(south: 45, cell: 1).map(\.count) == [92])
    }

    /// Set UPRIGHT_ALBUM_PICTURES=100000 to check the design's figure: under a minute.
    @Test func manyPictures() throws {
        let library = try library()
        let gazetteer = try Gazetteer()
        var state: UInt64 = 1
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
        let count = ProcessInfo.processInfo.environment["UPRIGHT_ALBUM_PICTURES"].flatMap(Int.init) ?? 3_000
        let clock = ContinuousClock()
        let whole = try clock.measure {
            var batch: [AlbumPhoto] = []
            for number in 0..<count {
                let position = Position(latitude: 36 + random() * 20, longitude: -5 + random() * 25)
                batch.append(
                    AlbumPhoto(
                        path: "/o/\(number).jpg", type: "public.jpeg", time: 1_400_000_000 + Double(number) * 3000,
                        position: position, place: position.flatMap { gazetteer.place(at: $0) }))
                if batch.count == 1000 {
                    try library.add(batch)
                    batch = []
                }
            }
            try library.settle()
        }
        // The least of five, since tests that run in parallel keep the disk busy.
        let next = try (0..<5).map { number in
            try clock.measure { try library.add([AlbumPhoto(path: "/o/next-\(number).jpg", time: 1_500_000_000)]) }
        }.min()!
        let list = try clock.measure { _ = try library.albums(of: [.country, .region, .city]) }
        print("albums: \(count) pictures in \(whole), the next in \(next), listed in \(list)")
        #expect(whole < .seconds(60))
        #expect(next < .milliseconds(250))
    }
}
