internal import Foundation
internal import Testing
internal import UprightFormats
internal import UprightPlaces

/// How many cities have a name in the reader's language: cities of a million people, capitals and the seats of Chinese prefectures
/// (scripts/gazetteer/named.py lists them).
@Suite struct NamedPlacesTests {
    static let gazetteer = Result { try Gazetteer() }

    struct City {
        var kind: String
        var position: Position
        var country: String
        var name: String
    }

    static let cities: [City] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("named.tsv")
        return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 5, let latitude = Double(fields[1]), let longitude = Double(fields[2]),
                let position = Position(latitude: latitude, longitude: longitude)
            else { return nil }
            return City(kind: fields[0], position: position, country: fields[3], name: fields[4])
        }
    }()

    /// The scripts of a language, as ranges of scalars.
    static func isIn(_ language: String, _ name: String) -> Bool {
        let ranges: [ClosedRange<UInt32>] =
            switch language {
            case "zh", "zh-Hant": [0x2E80...0x9FFF]
            case "ja": [0x2E80...0x9FFF, 0x3040...0x30FF]
            case "ko": [0xAC00...0xD7A3]
            case "ar", "fa", "ur": [0x600...0x6FF, 0x200C...0x200D]
            case "he": [0x590...0x5FF]
            case "el": [0x370...0x3FF, 0x1F00...0x1FFF]
            case "ru", "uk": [0x400...0x4FF]
            case "hi": [0x900...0x97F, 0x200C...0x200D]
            case "bn": [0x980...0x9FF, 0x200C...0x200D]
            case "th": [0xE00...0xE7F]
            default: [0x40...0x24F, 0x300...0x36F, 0x1E00...0x1EFF, 0x2B0...0x2FF]
            }
        let letters = name.unicodeScalars.filter {
            $0.properties.isAlphabetic && $0.properties.generalCategory != .modifierLetter
        }
        return !letters.isEmpty && letters.allSatisfy { letter in ranges.contains { $0.contains(letter.value) } }
    }

    @Test func theListIsComplete() {
        let counts = Dictionary(grouping: Self.cities, by: \.kind).mapValues(\.count)
        #expect(counts == ["million": 564, "capital": 241, "prefecture": 239])
    }

    /// In per cent, what the reachable sources give; more is welcome, less is a step back.
    @Test(arguments: [
        ("zh", 91, 95, 100), ("zh-Hant", 91, 95, 100), ("ja", 93, 95, 99), ("ko", 87, 97, 97), ("ru", 95, 97, 97),
        ("ar", 71, 89, 28), ("he", 62, 92, 17), ("el", 51, 92, 11), ("hi", 63, 83, 16), ("th", 51, 91, 17),
        ("bn", 58, 68, 13), ("fa", 81, 90, 70), ("ur", 82, 90, 71), ("uk", 83, 87, 95),
    ])
    func citiesHaveNamesInTheLanguage(language: String, million: Int, capital: Int, prefecture: Int) throws {
        let gazetteer = try Self.gazetteer.get()
        var missing: [String: [String]] = [:]
        var counts: [String: Int] = [:]
        for city in Self.cities {
            let place = try #require(gazetteer.place(at: city.position, language: language))
            counts[city.kind, default: 0] += 1
            if !Self.isIn(language, place.city ?? "") { missing[city.kind, default: []].append(city.name) }
            // The country always has its name in the language.
            // CLDR has "SAR" in the Urdu names of Hong Kong and Macao.
            let isMixed = language == "ur" && ["HK", "MO"].contains(place.countryCode)
            #expect(isMixed || Self.isIn(language, place.country), "\(city.name): \(place)")
            #expect(place.region.map { Self.isIn(language, $0) } ?? true, "\(city.name): \(place)")
        }
        for (kind, floor) in [("million", million), ("capital", capital), ("prefecture", prefecture)] {
            let count = counts[kind] ?? 0
            let named = count - (missing[kind]?.count ?? 0)
            let isEnough = named * 100 >= floor * count
            print("\(language) \(kind): \(named) of \(count), \(named * 1000 / max(1, count)) per mille")
            #expect(isEnough, "\(language) \(kind): \(named) of \(count); without a name: \(missing[kind] ?? [])")
        }
    }

    /// In per cent of the cities of a million people that have a region at all.
    @Test(arguments: [
        ("zh", 97), ("zh-Hant", 97), ("ja", 96), ("ko", 97), ("ru", 97), ("ar", 95), ("he", 95), ("el", 95), ("hi", 96),
        ("th", 76), ("bn", 95), ("fa", 96), ("ur", 97), ("uk", 97),
    ])
    func regionsHaveNamesInTheLanguage(language: String, floor: Int) throws {
        let gazetteer = try Self.gazetteer.get()
        let cities = Self.cities.filter { $0.kind == "million" && gazetteer.place(at: $0.position)?.region != nil }
        let missing = cities.filter { city in
            gazetteer.place(at: city.position, language: language)?.region.map { Self.isIn(language, $0) } != true
        }
        let named = cities.count - missing.count
        print("\(language) regions: \(named) of \(cities.count), \(named * 1000 / max(1, cities.count)) per mille")
        #expect(cities.count > 500)
        #expect(named * 100 >= floor * cities.count, "\(named) of \(cities.count): \(missing.map(\.name))")
    }

    @Test(arguments: [
        (51.50853, -0.12574, "zh", "英格兰"), (51.50853, -0.12574, "zh-Hant", "英格蘭"), (51.50853, -0.12574, "ru", "Англия"),
        (55.95206, -3.19648, "th", "สกอตแลนด์"), (14.6042, 120.9822, "zh", "马尼拉大都会"),
        (45.46427, 9.18951, "ru", "Ломбардия"),
        (45.46427, 9.18951, "de", "Lombardei"),
        (48.85341, 2.3488, "ar", "إيل دو فرانس"), (48.85341, 2.3488, "he", "איל-דה-פראנס"),
        (14.97066, 102.10196, "th", "จังหวัดนครราชสีมา"), (17.4860, 101.7223, "th", "จังหวัดเลย"),
        (37.38283, -5.97317, "zh", "安达鲁西亚"), (39.46975, -0.37739, "ru", "Валенсия"), (40.41650, -3.70256, "hi", "मैड्रिड"),
        // The code of Alborz was Tehran's.
        (35.83266, 50.99155, "fa", "استان البرز"),
    ])
    func regionsOfCLDR(latitude: Double, longitude: Double, language: String, name: String) throws {
        let position = try #require(Position(latitude: latitude, longitude: longitude))
        #expect(try Self.gazetteer.get().place(at: position, language: language)?.region == name)
    }

    @Test func simplifiedAndTraditionalChineseAreApart() throws {
        let gazetteer = try Self.gazetteer.get()
        // Characters that only one of the two has.
        let simplified = Set("东乌兰广丰汉泽义丽亚伦区马鲁鸡锦")
        let traditional = Set("東烏蘭廣豐漢澤義麗亞倫區馬魯雞錦")
        for city in Self.cities {
            let hans = gazetteer.place(at: city.position, language: "zh-Hans")
            let hant = gazetteer.place(at: city.position, language: "zh-Hant")
            for name in [hans?.city, hans?.region, hans?.country].compactMap({ $0 }) {
                #expect(traditional.isDisjoint(with: name), "\(city.name): \(name)")
            }
            for name in [hant?.city, hant?.region, hant?.country].compactMap({ $0 }) {
                #expect(simplified.isDisjoint(with: name), "\(city.name): \(name)")
            }
        }
    }

    /// A romanization from another script is no name: many of GeoNames' are in lowercase, such as "wailuku".
    @Test(arguments: ["de", "es", "fr", "hu", "id", "it", "nl", "pl", "pt", "sv", "tr", "vi"])
    func namesInLatinLettersAreNoRomanizations(language: String) throws {
        let gazetteer = try Self.gazetteer.get()
        for city in Self.cities {
            let name = gazetteer.place(at: city.position, language: language)?.city ?? ""
            #expect(name.isEmpty || name.contains(where: \.isUppercase), "\(city.name): \(name)")
        }
    }

    @Test(arguments: [
        (36.08889, 111.51889, "zh", "临汾"), (36.08889, 111.51889, "zh-Hant", "臨汾"), (34.03189, 113.86299, "ja", "許昌"),
        (34.03189, 113.86299, "ko", "쉬창"), (34.03189, 113.86299, "ru", "Сюйчан"), (34.03189, 113.86299, "zh", "许昌"),
        (34.03189, 113.86299, "uk", "Сюйчан"), (23.35489, 116.67876, "ko", "산터우"),
        (33.00016, 114.34587, "ru", "Чжумадянь"),
        (33.74585, -117.82617, "ru", "Тастин"), (19.70078, -101.18443, "it", "Morelia"),
        (20.89133, -156.50604, "de", "Wailuku"), (31.36059, 119.82016, "zh", "无锡"), (39.9075, 116.39723, "zh", "北京"),
        (43.7325, 7.41889, "zh", "摩纳哥"), (34.75534, 113.01137, "zh", "郑州"), (30.53629, 120.68638, "zh", "嘉兴"),
        (31.64615, 120.74221, "zh", "苏州"), (31.64615, 120.74221, "ru", "Сучжоу"),
        (35.99502, 119.40259, "zh-Hant", "濰坊"),
    ])
    func namesThatWereWrong(latitude: Double, longitude: Double, language: String, name: String) throws {
        let position = try #require(Position(latitude: latitude, longitude: longitude))
        #expect(try Self.gazetteer.get().place(at: position, language: language)?.city == name)
    }
}
