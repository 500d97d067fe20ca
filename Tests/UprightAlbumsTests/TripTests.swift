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
}
