internal import Foundation
internal import Testing
internal import UprightAlbums
internal import UprightFiles
internal import UprightFormats
internal import UprightPlaces

/// Five families over years, filed in any order: what became a trip must be what they call one.
@Suite struct FamilyTests {
    struct Town: Hashable, Sendable {
        var name: String
        var country: String
        var latitude: Double
        var longitude: Double
    }

    static let munich = Town(name: "Munich", country: "DE", latitude: 48.13, longitude: 11.57)
    static let hamburg = Town(name: "Hamburg", country: "DE", latitude: 53.55, longitude: 9.99)
    static let stuttgart = Town(name: "Stuttgart", country: "DE", latitude: 48.78, longitude: 9.18)
    static let regensburg = Town(name: "Regensburg", country: "DE", latitude: 49.01, longitude: 12.10)
    static let lisbon = Town(name: "Lisbon", country: "PT", latitude: 38.72, longitude: -9.14)
    static let cabin = Town(name: "Sillian", country: "AT", latitude: 46.75, longitude: 12.42)
    static let abroad = [
        Town(name: "Rome", country: "IT", latitude: 41.89, longitude: 12.49),
        Town(name: "Athens", country: "GR", latitude: 37.98, longitude: 23.73),
        Town(name: "Oslo", country: "NO", latitude: 59.91, longitude: 10.75),
        Town(name: "Tokyo", country: "JP", latitude: 35.68, longitude: 139.76),
        Town(name: "Dublin", country: "IE", latitude: 53.35, longitude: -6.26),
    ]
    /// 2012-01-01.
    static let start = 15_340

    /// Pictures, and what the family knows of them.
    struct Album {
        var random: TripTests.Random
        var photos: [AlbumPhoto] = []
        /// The trip of each picture that is on one.
        var trips: [String: [RawPath]] = [:]
        var home: Set<RawPath> = []

        init(seed: UInt64) { random = TripTests.Random(state: seed) }

        mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

        /// A picture at an hour of a day, counted from 2012; without a position if no town is given.
        @discardableResult mutating func take(
            _ day: Int, _ hour: Double, at town: Town?, camera: String = "Phone", on trip: String? = nil
        ) -> RawPath {
            let path = RawPath("/\(camera)/\(photos.count).jpg")
            var photo = AlbumPhoto(path: path, type: "public.jpeg", time: (Double(start + day) * 24 + hour) * 3600)
            photo.camera = camera
            if let town {
                let (south, east) = (Double(roll(0...99)) / 1000, Double(roll(0...99)) / 1000)
                photo.position = Position(latitude: town.latitude + south, longitude: town.longitude + east)
                photo.place = Place(
                    countryCode: town.country, country: town.country, city: town.name, source: "gazetteer 1")
            }
            photos.append(photo)
            if let trip { trips[trip, default: []].append(path) } else if town != nil { home.insert(path) }
            return path
        }

        /// A day's pictures from nine o'clock on, and for some one of a camera without positions.
        mutating func spend(_ day: Int, at town: Town, count: Int, camera: String = "Phone", on trip: String? = nil) {
            for number in 0..<count {
                let hour = 9 + Double(number) * 11 / Double(max(1, count - 1))
                take(day, hour, at: town, camera: camera, on: trip)
                if camera == "Phone", roll(0...5) == 0 {
                    let path = take(day, hour + 0.4, at: nil, camera: "Reflex")
                    if let trip { trips[trip]?.append(path) } else { home.insert(path) }
                }
            }
        }

        mutating func travel(_ days: ClosedRange<Int>, to towns: [Town], camera: String = "Phone", trip: String) {
            for day in days {
                let town = towns[(day - days.lowerBound) * towns.count / days.count]
                spend(day, at: town, count: roll(3...7), camera: camera, on: trip)
            }
        }
    }

    /// On holidays, on birthdays and now and then a day: nothing for months. The cabin in the mountains has most of the pictures.
    static func irregular(_ seed: UInt64) -> Album {
        var album = Album(seed: seed)
        for year in 0..<8 {
            let first = year * 365
            for birthday in [44, 75, 133, 281, 358] { album.spend(first + birthday, at: munich, count: 3) }
            album.travel(first + 196...first + 227, to: [cabin], trip: "cabin \(year)")
            album.travel(first + 97...first + 104, to: [abroad[year % 5]], trip: "easter \(year)")
            if year % 2 == 0 {
                let day = first + 300
                album.spend(day, at: regensburg, count: 6, on: "outing \(year)")
            }
        }
        return album
    }

    /// The children live one week here and one there; father and mother travel at the same time, to other ends of Europe.
    static func divided(_ seed: UInt64) -> Album {
        var album = Album(seed: seed)
        for year in 0..<4 {
            let first = year * 364
            let holidays = [first + 130...first + 137, first + 220...first + 236]
            for week in 0..<52 {
                for day in first + week * 7..<first + week * 7 + 7
                where !holidays.contains(where: { $0.contains(day) }) && album.roll(0...2) == 0 {
                    if album.roll(0...1) == 0 { album.take(day, 18, at: munich, camera: "Mother") }
                    album.spend(
                        day, at: hamburg, count: album.roll(1...2), camera: week.isMultiple(of: 2) ? "Child" : "Father")
                    if !week.isMultiple(of: 2) { album.take(day, 19.5, at: munich, camera: "Child") }
                }
            }
            for (number, days) in holidays.enumerated() {
                album.travel(
                    days, to: [abroad[(year + number) % 3]], camera: "Mother", trip: "mother \(year) \(number)")
                album.travel(
                    days, to: [abroad[3 + (year + number) % 2]], camera: "Father", trip: "father \(year) \(number)")
            }
        }
        return album
    }

    /// Away more than at home, where there is a picture on Saturdays.
    static func travelling(_ seed: UInt64) -> Album {
        var album = Album(seed: seed)
        for week in 0..<200 {
            let monday = week * 7
            if week % 9 < 2 || album.roll(0...2) > 0 {
                let town = abroad[album.roll(0...4)]
                album.travel(monday...monday + 4, to: [town], trip: "work \(week)")
            }
            for day in [monday + 5, monday + 6] {
                album.take(day, 12, at: munich)
                album.take(day, 20, at: munich)
            }
        }
        return album
    }

    /// From Stuttgart to Munich to Lisbon, with visits where they come from.
    static func moving(_ seed: UInt64) -> Album {
        var album = Album(seed: seed)
        let homes = [stuttgart, munich, lisbon]
        for year in 0..<9 {
            let first = year * 365
            let home = homes[year / 3]
            let holiday = first + 200...first + 213
            let visit = first + 355...first + 359
            let weekend = first + 60 + album.roll(0...20)
            for day in first..<first + 365 where !holiday.contains(day) && !visit.contains(day) && day != weekend {
                if album.roll(0...5) == 0 { album.spend(day, at: home, count: album.roll(1...3)) }
            }
            album.travel(holiday, to: [abroad[year % 5], abroad[(year + 1) % 5]], trip: "holiday \(year)")
            album.spend(weekend, at: home == lisbon ? hamburg : regensburg, count: 6, on: "weekend \(year)")
            for day in [visit.lowerBound - 1, visit.upperBound + 1] { album.spend(day, at: home, count: 3) }
            if year % 3 == 1 { album.travel(visit, to: [homes[(year / 3 + 2) % 3]], trip: "visit \(year)") }
        }
        return album
    }

    /// A life with a phone, and forty years of prints: some hundred on the first of January, some with the place and the day written
    /// behind them, scanned in two nights at home.
    static func scanned(_ seed: UInt64) -> Album {
        var album = moving(seed)
        for year in stride(from: -40, to: -5, by: 1) {
            let first = Int((Double(year) * 365.25).rounded())
            for _ in 0..<12 { album.take(first, 0, at: nil, camera: "Scanner") }
            for day in [20, 75, 110, 150, 240, 300, 355] {
                album.take(first + day, 12, at: stuttgart, camera: "Scanner")
            }
            if year % 5 == 0 {
                for day in 200..<208 {
                    album.take(first + day, 12, at: abroad[0], camera: "Scanner", on: "print \(year)")
                }
            }
        }
        return album
    }

    enum Family: CaseIterable {
        case irregular, divided, travelling, moving, scanned

        func album(_ seed: UInt64) -> Album {
            switch self {
            case .irregular: FamilyTests.irregular(seed)
            case .divided: FamilyTests.divided(seed)
            case .travelling: FamilyTests.travelling(seed)
            case .moving: FamilyTests.moving(seed)
            case .scanned: FamilyTests.scanned(seed)
            }
        }
    }

    /// Chronological, reverse, by device, at random.
    private static func orders(_ photos: [AlbumPhoto], _ random: inout TripTests.Random) -> [[AlbumPhoto]] {
        let chronological = photos.sorted { ($0.time ?? 0, $0.path.exact) < ($1.time ?? 0, $1.path.exact) }
        return [
            chronological, chronological.reversed(), chronological.sorted { ($0.camera ?? "") < ($1.camera ?? "") },
            photos.shuffled(using: &random),
        ]
    }

    private static func everything(_ library: AlbumLibrary) throws -> [String: Set<RawPath>] {
        var found: [String: Set<RawPath>] = [:]
        for album in try library.albums() {
            let paths = try library.photos(in: album.id).map(\.path)
            found["\(album.id) \(album.kind) \(album.title) \(album.count)"] = Set(paths)
        }
        return found
    }

    @Test("A family's trips are those that it made, in whichever order its pictures come", arguments: Family.allCases)
    func anyOrder(family: Family) throws {
        let seed: UInt64 = 1
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("family-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(atPath: folder) } catch {} }
        let truth = family.album(seed)
        var random = TripTests.Random(state: seed)
        var expected: [String: Set<RawPath>]?
        for (number, photos) in Self.orders(truth.photos, &random).enumerated() {
            let library = try AlbumLibrary(path: "\(folder)/\(number).sqlite")
            // The addresses that somebody may have sent to somebody, with the pictures behind them.
            var addresses: [String: Set<RawPath>] = [:]
            var rest = photos[...]
            while !rest.isEmpty {
                let batch = rest.prefix(photos.count / 3 + 1)
                rest = rest.dropFirst(batch.count)
                try library.add(Array(batch))
                try library.settle()
                for trip in try library.albums(of: [.trip]) {
                    addresses[trip.id] = Set(try library.photos(in: trip.id).map(\.path))
                }
            }
            let found = try Self.everything(library)
            if let expected {
                #expect(Set(found.keys) == Set(expected.keys), "order \(number)")
                #expect(found == expected, "order \(number)")
            } else {
                expected = found
                try Self.check(library, truth)
            }
            var trips: [RawPath: String] = [:]
            for trip in try library.albums(of: [.trip]) {
                for photo in try library.photos(in: trip.id) { trips[photo.path] = trip.id }
            }
            for (address, paths) in addresses {
                var counts: [String: Int] = [:]
                for path in paths { if let trip = trips[path] { counts[trip, default: 0] += 1 } }
                guard let most = counts.values.max(), most * 3 > paths.count * 2 else { continue }
                let leads = try library.albumIfPresent(address)?.id
                #expect(leads.map { counts[$0] } == most, "order \(number): \(address)")
            }
        }
    }

    private static func check(_ library: AlbumLibrary, _ truth: Album) throws {
        let trips = try library.albums(of: [.trip])
        var memberships: [Set<RawPath>: (title: String, id: String)] = [:]
        for trip in trips { memberships[Set(try library.photos(in: trip.id).map(\.path))] = (trip.title, trip.id) }
        for (paths, trip) in memberships {
            #expect(truth.home.isDisjoint(with: paths), "at home: \(trip.title)")
        }
        let dayTrips = Set(try library.leading(.trip, dayTrips: true, limit: 1000).albums.map(\.id))
        for (name, paths) in truth.trips {
            let found = memberships[Set(paths)]
            #expect(found != nil, "\(name), \(paths.count) pictures")
            guard let found else { continue }
            let isDay = name.hasPrefix("outing") || name.hasPrefix("weekend")
            #expect(dayTrips.contains(found.id) == isDay, "\(name): \(found.title)")
        }
        #expect(memberships.count == truth.trips.count)
    }
}
