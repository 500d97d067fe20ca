internal import Foundation
internal import Testing
internal import UprightAlbums
internal import UprightFiles
internal import UprightFormats
internal import UprightPlaces

/// Trips of simulated families: moves, work, partners, any order of arrival.
@Suite struct TripTests {
    static let munich = (48.13, 11.57)
    static let hamburg = (53.55, 9.99)
    static let frankfurt = (50.11, 8.68)
    static let rome = (41.89, 12.49)
    static let lisbon = (38.72, -9.14)
    static let start = 1_420_070_400.0

    /// A generator with a seed, so that a failure can be repeated.
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    /// Pictures of a day, from nine in the morning, an hour apart.
    static func day(
        _ day: Int, at place: (Double, Double), count: Int = 3, camera: String? = nil, from hour: Double = 9
    ) -> [Sighting] {
        (0..<count).compactMap { number in
            Position(latitude: place.0 + 0.001 * Double(number), longitude: place.1).map {
                Sighting(
                    id: 0, time: start + Double(day) * 86_400 + (hour + Double(number)) * 3600, position: $0,
                    camera: camera)
            }
        }
    }

    /// Pictures at home every fourth day.
    static func life(_ days: Range<Int>, at place: (Double, Double), camera: String? = nil) -> [Sighting] {
        days.filter { $0 % 4 == 0 }.flatMap { day($0, at: place, count: 2, camera: camera) }
    }

    static func numbered(_ sightings: [Sighting]) -> [Sighting] {
        sightings.sorted { $0.time < $1.time }.enumerated().map { number, sighting in
            var sighting = sighting
            sighting.id = Int64(number)
            return sighting
        }
    }

    /// The trips as days from the start: first and last.
    static func days(_ sightings: [Sighting]) -> [ClosedRange<Int>] {
        let numbered = numbered(sightings)
        return TripFinder.trips(in: numbered).compactMap { trip in
            guard let first = trip.first, let last = trip.last else { return nil }
            func day(_ id: Int64) -> Int { Int((numbered[Int(id)].time - start) / 86_400) }
            return day(first)...day(last)
        }
    }

    @Test func everydayLifeAfterAMoveIsNoTrip() {
        let before = Self.life(0..<1000, at: Self.munich)
        let after = Self.life(1000..<2000, at: Self.hamburg)
        let holiday = (400..<414).flatMap { Self.day($0, at: Self.rome) }
        // A visit in the old town half a year after the move is a trip.
        let visit = (1203..<1206).flatMap { Self.day($0, at: Self.munich) }
        let life = before.filter { !(400..<414).contains(Int(($0.time - Self.start) / 86_400)) } + after
        #expect(Self.days(life) == [])
        #expect(Self.days(life + holiday + visit) == [400...413, 1203...1205])
    }

    @Test func workInAnotherTownIsNoTrip() {
        // Monday to Thursday in Frankfurt, the weekend in Munich, for two years.
        let work = (0..<700).flatMap { day in
            Self.day(day, at: day % 7 < 4 ? Self.frankfurt : Self.munich, count: 1)
        }
        #expect(Self.days(work) == [])
        // A few days of work elsewhere are one.
        let home = Self.life(0..<400, at: Self.munich).filter {
            !(200..<203).contains(Int(($0.time - Self.start) / 86_400))
        }
        #expect(Self.days(home + (200..<203).flatMap { Self.day($0, at: Self.frankfurt) }) == [200...202])
    }

    @Test func aLongHolidayIsATrip() {
        let life = Self.life(0..<600, at: Self.munich).filter {
            !(300..<335).contains(Int(($0.time - Self.start) / 86_400))
        }
        #expect(Self.days(life + (300..<335).flatMap { Self.day($0, at: Self.lisbon) }) == [300...334])
    }

    @Test(arguments: [nil, "Phone", "Camera"] as [String?])
    func aPartnersPicturesFromHomeDoNotSplitAHoliday(camera: String?) {
        let traveller = camera == nil ? nil : "Camera"
        let life = Self.life(0..<300, at: Self.munich, camera: traveller).filter {
            !(100..<114).contains(Int(($0.time - Self.start) / 86_400))
        }
        let holiday = (100..<114).flatMap { Self.day($0, at: Self.rome, count: 8, camera: traveller) }
        // One picture, in the middle of the day: with the traveller's own camera it is somebody else's with the same model.
        let partner = Self.day(106, at: Self.munich, count: 1, camera: camera, from: 12.5)
        #expect(Self.days(life + holiday + partner) == [100...113])
        if camera != "Camera" {
            // Every day of the holiday.
            let daily = (100..<114).flatMap { Self.day($0, at: Self.munich, count: 2, camera: camera, from: 12.2) }
            #expect(Self.days(life + holiday + daily) == [100...113])
        }
    }

    @Test func aDayAtHomeSplitsTwoTrips() {
        let life = Self.life(0..<300, at: Self.munich).filter {
            !(98..<112).contains(Int(($0.time - Self.start) / 86_400))
        }
        let first = (100..<103).flatMap { Self.day($0, at: Self.rome) }
        let second = (105..<108).flatMap { Self.day($0, at: Self.lisbon) }
        #expect(Self.days(life + first + second) == [100...107])
        #expect(Self.days(life + first + second + Self.day(104, at: Self.munich)) == [100...102, 105...107])
    }

    @Test func withoutAHomeThereAreNoTrips() {
        #expect(TripFinder.trips(in: []) == [])
        #expect(Self.days(Self.day(0, at: Self.rome)) == [])
    }

    /// Ten years: two moves, holidays, work trips, a partner's camera.
    static func family(_ random: inout Random) -> [Sighting] {
        let homes = [munich, hamburg, frankfurt].shuffled(using: &random)
        let places = [rome, lisbon, (64.14, -21.94), (35.68, 139.76), (40.71, -74.0)]
        var sightings: [Sighting] = []
        var day = 0
        while day < 3650 {
            let home = homes[min(2, day / 1300)]
            if Int.random(in: 0..<60, using: &random) == 0 {
                let length = Int.random(in: 1...20, using: &random)
                let place = places[Int.random(in: 0..<places.count, using: &random)]
                for away in day..<day + length {
                    sightings += Self.day(away, at: place, count: Int.random(in: 0...6, using: &random), camera: "A")
                    if Int.random(in: 0..<3, using: &random) == 0 {
                        sightings += Self.day(away, at: home, count: 1, camera: "B", from: 12.3)
                    }
                }
                day += length
            } else {
                sightings += Self.day(
                    day, at: home, count: Int.random(in: 0...1, using: &random),
                    camera: ["A", "B", nil].randomElement(using: &random) ?? nil)
                day += 1
            }
        }
        return sightings
    }

    @Test(arguments: 0..<6) func theOrderOfThePicturesDoesNotMatter(seed: UInt64) {
        var random = Random(state: seed)
        let family = Self.numbered(Self.family(&random))
        let trips = TripFinder.trips(in: family)
        #expect(trips.count > 20 && trips.count < 120, "\(trips.count)")
        for _ in 0..<4 { #expect(TripFinder.trips(in: family.shuffled(using: &random)) == trips) }
    }

    private static func photos(_ sightings: [Sighting]) -> [AlbumPhoto] {
        sightings.map { sighting in
            AlbumPhoto(
                path: RawPath("/o/\(sighting.id).jpg"), type: "public.jpeg", time: sighting.time,
                position: sighting.position,
                place: Place(
                    countryCode: "X", country: "X", city: "\(Int(sighting.position.latitude))", source: "gazetteer 1"),
                camera: sighting.camera)
        }
    }

    private static func trips(_ library: AlbumLibrary) throws -> [String] {
        try library.albums(of: [.trip]).map { album in
            let paths = try library.photos(in: album.id).map(\.path.exact).joined(separator: " ")
            return "\(album.id) \(album.title) \(album.count) \(paths)"
        }.sorted()
    }

    /// The same pictures in any order, in any batches, with restarts, pictures that come again, go, and come back.
    @Test(arguments: 0..<3) func anyOrderAnyBatchesAnyRestart(seed: UInt64) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(atPath: folder) } catch {} }
        var random = Random(state: seed &+ 100)
        let photos = Self.photos(Array(Self.numbered(Self.family(&random)).prefix(700)))
        let whole = try AlbumLibrary(path: folder + "/whole.sqlite")
        try whole.add(photos)
        try whole.settle()
        let expected = try Self.trips(whole)
        #expect(expected.count > 3)
        try whole.rebuild()
        #expect(try Self.trips(whole) == expected)
        var library = try AlbumLibrary(path: folder + "/parts.sqlite")
        var rest = photos.shuffled(using: &random)[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Int.random(in: 1...150, using: &random)))
            rest = rest.dropFirst(batch.count)
            try library.add(batch)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: library = try AlbumLibrary(path: folder + "/parts.sqlite")
            case 1: try library.settle()
            case 2:
                try library.remove(paths: batch.prefix(5).map(\.path))
                try library.settle()
                try library.add(Array(batch.prefix(5)))
            default: try library.add(Array(batch.prefix(3)))
            }
        }
        library = try AlbumLibrary(path: folder + "/parts.sqlite")
        try library.settle()
        #expect(try Self.trips(library) == expected)
    }

    /// A renamed trip keeps its name when earlier pictures of it arrive, after a rebuild, and when it was merged with another.
    @Test func aUsersNameOfATripStays() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("names-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(atPath: folder) } catch {} }
        let library = try AlbumLibrary(path: folder + "/albums.sqlite")
        let home = Self.life(0..<300, at: Self.munich).filter {
            !(95..<125).contains(Int(($0.time - Self.start) / 86_400))
        }
        let early = (100..<103).flatMap { Self.day($0, at: Self.rome) }
        let late = (103..<110).flatMap { Self.day($0, at: Self.rome) }
        let all = Self.photos(Self.numbered(home + early + late))
        let earlyTimes = Set(early.map(\.time))
        try library.add(all.filter { !earlyTimes.contains($0.time ?? 0) })
        try library.settle()
        let trip = try #require(try library.albums(of: [.trip]).first)
        try library.rename(trip.id, to: "Honeymoon")
        try library.add(all.filter { earlyTimes.contains($0.time ?? 0) })
        try library.settle()
        func check() throws {
            let trips = try library.albums(of: [.trip])
            #expect(trips.map(\.title) == ["Honeymoon"] && trips.first?.count == 30 && trips.first?.id == trip.id)
        }
        try check()
        try library.rebuild()
        try check()
        let second = Self.photos(Self.numbered(home + (115..<118).flatMap { Self.day($0, at: Self.lisbon) })).filter {
            ($0.position?.latitude ?? 99) < 40
        }.map { photo in
            var photo = photo
            photo.path = RawPath("/p\(photo.path.exact)")
            return photo
        }
        try library.add(second)
        try library.settle()
        let other = try #require(try library.albums(of: [.trip]).first { $0.id != trip.id })
        try library.merge(other.id, into: trip.id)
        for _ in 0..<2 {
            let trips = try library.albums(of: [.trip])
            #expect(trips.map(\.title) == ["Honeymoon"] && trips.first?.count == 39)
            try library.rebuild()
        }
        // Another picture of the merged trip.
        var more = second[0]
        more.path = "/p/more.jpg"
        try library.add([more])
        try library.settle()
        #expect(try library.albums(of: [.trip]).map(\.count) == [40])
    }

    /// Six years of a family that photographs in its summer house, and at home on birthdays alone.
    private static let holidaysAlone: [Sighting] = (0..<6).flatMap { year -> [Sighting] in
        let first = year * 365
        let summer = (181..<216).flatMap { day(first + $0, at: lisbon, count: 6) }
        return summer + [69, 139, 276, 358].flatMap { day(first + $0, at: munich) }
    }

    @Test("Home is where one lives, not where one photographs")
    func holidaysAlone() {
        let trips = Self.days(Self.holidaysAlone)
        #expect(trips == (0..<6).map { $0 * 365 + 181...$0 * 365 + 215 })
    }

    @Test("Home is where the nights are spent, however many pictures there are of the days")
    func nights() {
        // Every Saturday a garden, eighty pictures of it; of home, where they sleep, two a week.
        let saturdays = (0..<60).map { $0 * 7 }
        let pictures = saturdays.flatMap { saturday in
            Self.day(saturday - 1, at: Self.munich, count: 1, from: 20)
                + Self.day(saturday, at: (49.2, 12.3), count: 80).map { picture in
                    var picture = picture
                    picture.time = Self.start + Double(saturday) * 86_400 + 36_000 + (picture.time - Self.start) / 1e5
                    return picture
                } + Self.day(saturday, at: Self.munich, count: 1, from: 22)
        }
        #expect(Self.days(pictures) == saturdays.map { $0...$0 })
        // A month without a picture is a month at home, too.
        let seldom = stride(from: 0, to: 700, by: 20).flatMap { Self.day($0, at: Self.munich, count: 1) }
        let rides = stride(from: 5, to: 700, by: 40).flatMap { Self.day($0, at: Self.frankfurt, count: 30, from: 8) }
        #expect(Self.days(seldom + rides).count == 18)
    }

    @Test("Homes that the user names count alone, for their time")
    func namedHomes() throws {
        let life = Self.numbered(Self.life(0..<400, at: Self.munich))
        let lisbon = try #require(Position(latitude: Self.lisbon.0, longitude: Self.lisbon.1))
        let munich = try #require(Position(latitude: Self.munich.0, longitude: Self.munich.1))
        #expect(TripFinder.trips(in: life) == [])
        #expect(!TripFinder.trips(in: life, homes: [Home(position: lisbon)]).isEmpty)
        #expect(TripFinder.trips(in: life, homes: [Home(position: lisbon), Home(position: munich)]) == [])
        // Until the hundredth day only.
        let until = Int(Self.start / 86_400) + 100
        let trips = TripFinder.trips(
            in: life, homes: [Home(position: lisbon, to: until), Home(position: munich, from: until)])
        let last = trips.last?.last.map { Int((life[Int($0)].time - Self.start) / 86_400) }
        #expect(last.map { (90...101).contains($0) } == true)
        #expect(Home.days(of: "2015") == 16_436...16_800 && Home.days(of: "2015-12") == 16_770...16_800)
        #expect(Home.days(of: "2015-02-28") == 16_494...16_494)
        for wrong in ["2015-02-30", "15.3.2015", "2015-13", "", "2015-01-01-01"] {
            #expect(Home.days(of: wrong) == nil)
        }
    }

    @Test("A first import of one holiday is a trip")
    func firstImport() {
        #expect(Self.days((3..<13).flatMap { Self.day($0, at: Self.rome) }) == [3...12])
        let round = (0..<4).flatMap { Self.day($0, at: Self.rome) } + (4..<9).flatMap { Self.day($0, at: Self.lisbon) }
        #expect(Self.days(round) == [0...8])
        // At home before and after: the trip is between.
        let between =
            Self.life(0..<10, at: Self.munich) + (10..<17).flatMap { Self.day($0, at: Self.rome) }
            + Self.life(17..<30, at: Self.munich) + Self.day(29, at: Self.munich)
        #expect(Self.days(between) == [10...16])
    }

    private func library(_ body: (AlbumLibrary) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(atPath: folder) } catch {} }
        try body(AlbumLibrary(path: folder + "/albums.sqlite"))
    }

    @Test("The address of a trip lasts when earlier pictures arrive, when trips become one, and when one becomes two")
    func addresses() throws {
        try library { library in
            let home = Self.life(0..<300, at: Self.munich).filter {
                !(95..<125).contains(Int(($0.time - Self.start) / 86_400))
            }
            let all = Self.photos(
                Self.numbered(home + [100, 101, 104, 105, 106, 109, 110].flatMap { Self.day($0, at: Self.rome) }))
            func days(_ days: [Int]) -> [AlbumPhoto] {
                all.filter { days.contains(Int((($0.time ?? 0) - Self.start) / 86_400)) }
            }
            try library.add(all.filter { ($0.position?.latitude ?? 0) > 45 } + days([105, 106, 110]))
            try library.settle()
            let two = try library.albums(of: [.trip])
            #expect(two.count == 1)
            let late = try #require(two.first?.id)
            // Earlier pictures.
            try library.add(days([100, 101]))
            try library.settle()
            try library.add(days([104]))
            try library.settle()
            let whole = try #require(try library.albums(of: [.trip]).first)
            #expect(try library.albums(of: [.trip]).count == 1)
            #expect(try library.album(late).id == whole.id && library.albumIfPresent(late)?.id == whole.id)
            try library.rebuild()
            #expect(try library.album(late).id == whole.id)
            // Without them, the old trip is itself again, and the new address leads to it.
            try library.remove(paths: days([100, 101, 104]).map(\.path))
            try library.settle()
            #expect(try library.albums(of: [.trip]).map(\.id) == [late])
            #expect(try library.album(late).id == late && library.album(whole.id).id == late)
        }
    }

    @Test("Pictures without a position belong to the trip and the place of their hour")
    func estimates() throws {
        try library { library in
            let home = Self.life(0..<300, at: Self.munich).filter {
                !(98..<110).contains(Int(($0.time - Self.start) / 86_400))
            }
            let phone = Self.photos(Self.numbered(home + (100..<104).flatMap { Self.day($0, at: Self.rome) }))
            let first = Self.start + 100 * 86_400
            // Half an hour after one of the phone's, and in an evening without any.
            let camera = [9.5, 10.5, 22].enumerated().map { number, hour in
                AlbumPhoto(path: RawPath("/c/\(number).nef"), type: "public.jpeg", time: first + hour * 3600)
            }
            try library.add(camera)
            try library.settle()
            #expect(try library.photo(path: "/c/0.nef")?.place == nil)
            try library.add(phone)
            try library.settle()
            let trip = try #require(try library.albums(of: [.trip]).first)
            #expect(trip.count == 12 + 2)
            let near = try #require(try library.photo(path: "/c/0.nef"))
            #expect(near.place?.city == "41" && near.isEstimated && near.position == nil)
            #expect(try library.photo(path: "/c/2.nef")?.place == nil)
            #expect(try library.albums(of: [.city]).contains { $0.title == "41" && $0.count == 14 })
            try library.rebuild()
            #expect(try library.albums(of: [.trip]).map(\.count) == [14])
            // What it was estimated from goes, and so does the estimate.
            try library.remove(paths: phone.filter { ($0.position?.latitude ?? 99) < 45 }.map(\.path))
            try library.settle()
            #expect(try library.photo(path: "/c/0.nef")?.place == nil && library.albums(of: [.trip]).isEmpty)
        }
    }

    @Test("A picture in the Vatican does not make Rome into Italy, and a tour at home has the names of cities")
    func titles() throws {
        func title(_ places: [(code: String, country: String, city: String, count: Int)]) throws -> String? {
            var title: String?
            try library { library in
                let home = Self.photos(
                    Self.numbered(
                        Self.life(0..<300, at: Self.munich).filter {
                            !(98..<110).contains(Int(($0.time - Self.start) / 86_400))
                        })
                ).map { photo in
                    var photo = photo
                    photo.place = Place(countryCode: "DE", country: "Germany", city: "Munich", source: "gazetteer 1")
                    return photo
                }
                var number = 0
                let away = places.flatMap { part in
                    (0..<part.count).map { _ in
                        number += 1
                        return AlbumPhoto(
                            path: RawPath("/a/\(number).jpg"), type: "public.jpeg",
                            time: Self.start + 100 * 86_400 + Double(number) * 600,
                            position: Position(latitude: Self.rome.0, longitude: Self.rome.1),
                            place: Place(
                                countryCode: part.code, country: part.country, city: part.city, source: "gazetteer 1"))
                    }
                }
                try library.add(home + away)
                try library.settle()
                title = try library.albums(of: [.trip]).first?.title
            }
            return title.map { String($0.prefix { $0 != "·" }).trimmingCharacters(in: .whitespaces) }
        }
        #expect(try title([("IT", "Italy", "Rome", 30), ("VA", "Vatican City", "Vatican City", 1)]) == "Rome, Italy")
        #expect(
            try title([("DE", "Germany", "Hamburg", 15), ("DE", "Germany", "Lübeck", 14), ("DE", "Germany", "Kiel", 5)])
                == "Hamburg and Lübeck")
        #expect(
            try title([("FR", "France", "Nice", 15), ("FR", "France", "Lyon", 14), ("FR", "France", "Caen", 5)])
                == "France")
    }
}
