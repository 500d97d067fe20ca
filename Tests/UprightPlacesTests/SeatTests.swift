internal import Foundation
internal import Testing
internal import UprightFormats
internal import UprightPlaces

/// Cities at their own position: capitals and seats of first-level regions (scripts/gazetteer/seats.py), and prefectures of China.
@Suite struct SeatTests {
    static let gazetteer = Result { try Gazetteer() }
    static let languages: [String?] = [
        nil, "de", "fr", "es", "pt", "it", "ru", "ar", "hi", "ja", "ko", "zh", "zh-Hant", "tr", "pl",
    ]

    struct Seat {
        var country: String
        var name: String
        var position: Position
    }

    static let seats: [Seat] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("seats.tsv")
        return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 4, let latitude = Double(fields[2]), let longitude = Double(fields[3]),
                let position = Position(latitude: latitude, longitude: longitude)
            else { return nil }
            return Seat(country: fields[0], name: fields[1], position: position)
        }
    }()

    @Test("A seat at its own position is the city, in every language", arguments: languages)
    func seats(language: String?) throws {
        let gazetteer = try Self.gazetteer.get()
        #expect(Self.seats.count == 2577)
        let wrong = Self.seats.compactMap { seat -> String? in
            let place = gazetteer.place(at: seat.position, language: language)
            let city = place?.ownCity ?? place?.city
            return place?.countryCode == seat.country && city == seat.name
                ? nil : "\(seat.country) \(seat.name): \(city ?? "none"), \(place?.countryCode ?? "-")"
        }
        print("\(language ?? "default"): \(wrong.count) of \(Self.seats.count)", wrong.sorted())
        #expect(wrong.count <= 10, "\(wrong)")
    }

    @Test(
        "Regions whose city GeoNames has in another region",
        arguments: [
            (53.9, 27.56667, "Minsk"), (-12.04318, -77.02824, "Lima"), (17.99702, -76.79358, "Kingston"),
            (19.745, 96.12972, "Nay Pyi Taw"), (25.06199, 121.45703, "New Taipei City"), (53.93, 27.6, "Minsk"),
        ])
    func regions(latitude: Double, longitude: Double, city: String) throws {
        let position = try #require(Position(latitude: latitude, longitude: longitude))
        let place = try Self.gazetteer.get().place(at: position)
        #expect(place?.city == city && place?.region?.isEmpty == false, "\(String(describing: place))")
    }

    @Test(
        "The city of a place in mainland China is its prefecture",
        arguments: [
            (23.26, 113.81, "Guangzhou", "广州", "廣州"), (31.38, 120.95, "Suzhou", "苏州", "蘇州"),
            (30.42, 120.30, "Hangzhou", "杭州", "杭州"), (39.92, 116.44, "Beijing", "北京", "北京"),
            (31.23, 121.50, "Shanghai", "上海", "上海"), (29.81, 107.08, "Chongqing", "重庆", "重慶"),
            (27.89, 102.27, "Liangshan", "凉山彝族自治州", "涼山彝族自治州"), (30.37, 113.44, "Xiantao", "仙桃", "仙桃"),
            (43.95, 116.08, "Xilin Gol", "锡林郭勒盟", "錫林郭勒盟"), (36.21, 117.68, "Jinan", "济南", "濟南"),
        ])
    func prefectures(latitude: Double, longitude: Double, name: String, chinese: String, traditional: String) throws {
        let gazetteer = try Self.gazetteer.get()
        let position = try #require(Position(latitude: latitude, longitude: longitude))
        for (language, expected) in [(nil, name), ("zh", chinese), ("zh-Hant", traditional)] as [(String?, String)] {
            let place = gazetteer.place(at: position, language: language)
            #expect(place?.city == expected && place?.ownCity ?? place?.city == name, "\(String(describing: place))")
        }
        // A geocoder's city is the same one.
        let said = chinese.count < 4 ? chinese + "市" : chinese
        #expect(gazetteer.city(said, near: position, countryCode: "CN", languages: []) == name)
    }

    @Test("A town has the names of its prefecture in other languages, and Hong Kong and Taiwan have no prefectures")
    func otherNames() throws {
        let gazetteer = try Self.gazetteer.get()
        let kunshan = try #require(Position(latitude: 31.38, longitude: 120.95))
        #expect(gazetteer.place(at: kunshan, language: "ru")?.city == "Сучжоу")
        let taipei = try #require(Position(latitude: 25.05306, longitude: 121.52639))
        #expect(gazetteer.place(at: taipei, language: "zh-Hant")?.city == "臺北")
        let kowloon = try #require(Position(latitude: 22.319, longitude: 114.17))
        #expect(gazetteer.place(at: kowloon)?.countryCode == "HK")
    }
}
