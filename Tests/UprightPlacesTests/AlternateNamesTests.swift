internal import Foundation
internal import Testing
internal import UprightFormats
internal import UprightPlaces

/// `places import --names`: which of GeoNames' alternate names a place has in a language.
@Suite struct AlternateNamesTests {
    /// A line of a GeoNames file. The first place is in the built-in gazetteer, the second one is not.
    static func row(
        _ id: Int, _ name: String, _ latitude: Double, _ longitude: Double, _ kind: String = "P\tPPL",
        code: String = "CN\t\t30"
    ) -> String {
        "\(id)\t\(name)\t\(name)\t\t\(latitude)\t\(longitude)\t\(kind)\t\(code)\t\t\t\t900000\t\t\tAsia/Shanghai\t2024-01-01\n"
    }
    static let places = row(1, "Zhuhai", 22.27694, 113.56778) + row(2, "Xinzhen", 23.5, 113.0)
    static let zhuhai = Position(latitude: 22.27694, longitude: 113.56778)
    static let xinzhen = Position(latitude: 23.5, longitude: 113.0)

    /// The words for the four marks of a name, in the order of the fields.
    static let marks = ["preferred", "short", "colloquial", "historic"]

    /// A line of alternate names.
    static func line(
        _ id: Int, _ language: String, _ name: String, _ marked: String..., of place: Int = 2, until: String = ""
    ) -> String {
        let set = marks.map { marked.contains($0) ? "1" : "" }
        return (["\(id)", "\(place)", language, name] + set + ["", until]).joined(separator: "\t") + "\n"
    }

    /// Without names, of the two places: it is the same in most tests, and takes a while.
    static let empty = Result { try AlternateNames(of: GeoNamesPlaces(parsing: Array(places.utf8))) }

    static func names(_ lines: [UInt8], pieces: Int = .max, of places: String = places) throws -> AlternateNames {
        var names =
            places == Self.places
            ? try empty.get() : try AlternateNames(of: GeoNamesPlaces(parsing: Array(places.utf8)))
        var start = 0
        while start < lines.count {
            let end = start + min(pieces, lines.count - start)
            try names.read(Array(lines[start..<end]))
            start = end
        }
        try names.finish()
        return names
    }

    static func gazetteer(_ lines: [String], of places: String = places, source: String? = nil) throws -> Gazetteer {
        let geoNames = try GeoNamesPlaces(parsing: Array(places.utf8))
        let names = try names(Array(lines.joined().utf8), of: places)
        return try Gazetteer(
            parsing: GazetteerImport(geoNames, named: "geonames-x", alternateNames: names, source: source).bytes)
    }

    /// The city's name in a language.
    static func city(_ gazetteer: Gazetteer, _ position: Position?, _ language: String) throws -> String? {
        gazetteer.place(at: try #require(position), language: language)?.city
    }

    /// The second place's name in a language of the gazetteer, from these lines alone.
    static func name(_ language: String, _ lines: [String]) throws -> String? {
        try names(Array(lines.joined().utf8)).names(ofPlacesIn: language)[1]
    }

    @Test func aNameOfTheFileWinsAndTheOthersStay() throws {
        let lines = [
            Self.line(1, "ar", "تشوهاي", of: 1), Self.line(2, "zh", "珠海市", of: 1), Self.line(3, "ar", "شينجن"),
            Self.line(4, "he", "שינג'ן"), Self.line(5, "ja", "しんちん"), Self.line(6, "zh-CN", "新镇"),
            Self.line(7, "zh-TW", "新鎮"), Self.line(8, "he", "אחר", of: 3),
        ]
        let builtIn = try Gazetteer()
        let gazetteer = try Self.gazetteer(lines, source: "alternate names, CC BY 4.0")
        let hebrew = try Self.city(builtIn, Self.zhuhai, "he")
        #expect(hebrew != "Zhuhai" && hebrew != nil)
        #expect(try Self.city(builtIn, Self.zhuhai, "ar") != "تشوهاي")
        for (language, name) in [
            ("ar", "تشوهاي"), ("he", hebrew), ("zh-Hans", "珠海"), ("zh-Hant", "珠海"), ("ja", "珠海"), ("en", "Zhuhai"),
        ] { #expect(try Self.city(gazetteer, Self.zhuhai, language) == name, "\(language)") }
        for (language, name) in [
            ("ar", "شينجن"), ("he", "שינג'ן"), ("zh-Hans", "新镇"), ("zh-CN", "新镇"), ("zh-Hant", "新鎮"), ("zh-HK", "新鎮"),
            ("ja", "しんちん"), ("ko", "Xinzhen"), ("en", "Xinzhen"),
        ] { #expect(try Self.city(gazetteer, Self.xinzhen, language) == name, "\(language)") }
        #expect(gazetteer.about.sources.first == "alternate names, CC BY 4.0")
        #expect(gazetteer.about.sources.dropFirst().elementsEqual(builtIn.about.sources))
    }

    /// GeoNames has the names of streets and districts as further names of a town.
    @Test func onlyAPreferredChineseNameReplacesTheBuiltInOne() throws {
        let row = Self.row(3, "Gongyi", 34.75534, 113.01137, code: "CN\t\t09")
        let gongyi = Position(latitude: 34.75534, longitude: 113.01137)
        for (language, form, built, other) in [("zh", "zh-CN", "巩义", "紫荆"), ("zh-Hant", "zh-TW", "鞏義", "紫荊")] {
            let plain = Self.line(1, form, other, of: 3)
            #expect(try Self.city(Self.gazetteer([plain], of: row), gongyi, language) == built)
            let preferred = Self.line(1, form, other, "preferred", of: 3)
            #expect(try Self.city(Self.gazetteer([preferred], of: row), gongyi, language) == other)
        }
    }

    @Test func aNameThatIsThePlacesOwnReplacesTheBuiltInOne() throws {
        let row = Self.row(3, "Munich", 48.13743, 11.57549, code: "DE\t\t02")
        let munich = Position(latitude: 48.13743, longitude: 11.57549)
        #expect(try Self.city(Self.gazetteer([], of: row), munich, "de") == "München")
        let own = Self.line(1, "de", "Munich", of: 3)
        #expect(try Self.city(Self.gazetteer([own], of: row), munich, "de") == "Munich")
    }

    @Test func namesThatAreNotInUseAreLeftOut() throws {
        for line in [
            Self.line(1, "ar", "قديم", "preferred", "historic"), Self.line(1, "ar", "عامي", "preferred", "colloquial"),
            Self.line(1, "ar", "سابق", "preferred", until: "1991"),
        ] {
            #expect(try Self.name("ar", [line]) == nil)
            #expect(try Self.name("ar", [line, Self.line(2, "ar", "جديد")]) == "جديد")
        }
    }

    @Test func thePreferredFullNameWinsAndThenTheOldest() throws {
        let names = [
            Self.line(9, "ar", "مفضل", "preferred"), Self.line(8, "ar", "مفضل قصير", "preferred", "short"),
            Self.line(6, "ar", "أول"), Self.line(7, "ar", "ثان"), Self.line(5, "ar", "قصير", "short"),
        ]
        let expected = ["مفضل", "مفضل قصير", "أول", "ثان", "قصير"]
        for first in names.indices {
            #expect(try Self.name("ar", Array(names[first...])) == expected[first])
            #expect(try Self.name("ar", names[first...].reversed()) == expected[first])
        }
    }

    @Test func theLanguageItselfIsBeforeItsVariants() throws {
        let (variant, own) = (Self.line(1, "pt-BR", "Brasileiro", "preferred"), Self.line(2, "pt", "Português"))
        #expect(try Self.name("pt", [variant, own]) == "Português")
        #expect(try Self.name("pt", [variant]) == "Brasileiro")
        // Names of the French Republican calendar's time, codes and links are in no language.
        for tag in ["fr_1793", "post", "link", "wkdt", "abbr", "", "xx"] {
            #expect(try Self.names(Array(Self.line(1, tag, "Nom").utf8)).count == 0, "\(tag)")
        }
        #expect(try Self.names(Array(Self.line(1, "zh-yue", "广东").utf8)).count == 0)
    }

    @Test(arguments: [
        ("ar", "Shinjin"), ("ar", "شینجن"), ("ar", "پكين"), ("ar", "شينجن Xin"), ("fa", "شينجن"), ("ja", "Xinzhen"),
        ("ja", "신전"), ("zh", "Xīnzhèn"), ("zh-TW", "しん"), ("he", "新镇"), ("ru", "Сінчжень"), ("uk", "Синьчжэнь"),
        ("ko", "新镇"),
        ("hi", "123"), ("de", "新镇"), ("el", "Ксин"), ("th", "!"),
    ])
    func aNameInAnotherScriptIsLeftOut(language: String, name: String) throws {
        #expect(try Self.names(Array(Self.line(1, language, name).utf8)).count == 0)
    }

    /// Every language of the data has its letters: its name of Germany is a name in it.
    @Test func everyLanguageOfTheDataIsImported() throws {
        let builtIn = try Gazetteer()
        let berlin = try #require(Position(latitude: 52.52, longitude: 13.405))
        var lines: [String] = []
        for (number, language) in builtIn.about.languages.enumerated() {
            let tag = language == "zht" ? "zh-Hant" : language
            let country = try #require(builtIn.place(at: berlin, language: tag)?.country)
            lines.append(Self.line(number, tag, country))
        }
        #expect(lines.count > 40)
        for line in lines { #expect(try Self.names(Array(line.utf8)).count == 1, "\(line)") }
    }

    @Test func plainChineseIsInTheFormOfItsCharacters() throws {
        let cases: [(name: String, simplified: String?, traditional: String?)] = [
            ("广东新镇", "广东新镇", "廣東新鎮"), ("廣東新鎮", "广东新镇", "廣東新鎮"), ("北海", "北海", "北海"),
            // One character of each form.
            ("广東", nil, nil),
            // 里 is 里 or 裡 in Traditional names, so there is no Traditional form for certain.
            ("里斯本", "里斯本", nil),
        ]
        func position(_ index: Int) -> Position? { Position(latitude: 23.5, longitude: 113 + Double(index) / 4) }
        let places = cases.indices.map { Self.row($0, "Place", 23.5, 113 + Double($0) / 4) }.joined()
        let lines = cases.enumerated().map { Self.line($0, "zh", $1.name, of: $0) }
        let gazetteer = try Self.gazetteer(lines, of: places)
        for (index, (_, simplified, traditional)) in cases.enumerated() {
            #expect(try Self.city(gazetteer, position(index), "zh-Hans") == simplified ?? "Place")
            #expect(try Self.city(gazetteer, position(index), "zh-Hant") == traditional ?? "Place")
        }
    }

    @Test func simplifiedAndTraditionalAreNotMixed() throws {
        for tag in ["zh-CN", "zh-SG", "zh-Hans"] {
            #expect(try Self.name("zh", [Self.line(1, tag, "廣東")]) == nil, "\(tag)")
            #expect(try Self.name("zh", [Self.line(1, tag, "广东")]) == "广东", "\(tag)")
        }
        for tag in ["zh-TW", "zh-HK", "zh-MO", "zh-Hant"] {
            #expect(try Self.name("zht", [Self.line(1, tag, "广东")]) == nil, "\(tag)")
            #expect(try Self.name("zht", [Self.line(1, tag, "廣東")]) == "廣東", "\(tag)")
        }
        // A name that says its form is before one that does not, and Taiwan's before Hong Kong's.
        let lines = [
            Self.line(1, "zh", "廣東", "preferred"), Self.line(2, "zh-HK", "悉尼", "preferred"),
            Self.line(3, "zh-TW", "雪梨"),
        ]
        for (count, name) in [(3, "雪梨"), (2, "悉尼"), (1, "廣東")] {
            #expect(try Self.name("zht", Array(lines.prefix(count))) == name)
        }
    }

    /// A form of a name of the file replaces no built-in name.
    @Test func whatTheFileLacksStaysBuiltIn() throws {
        let builtIn = try Self.city(Gazetteer(), Self.zhuhai, "zh-Hant")
        let gazetteer = try Self.gazetteer([Self.line(1, "zh-CN", "广东", "preferred", of: 1)])
        #expect(try Self.city(gazetteer, Self.zhuhai, "zh-Hans") == "广东")
        #expect(try Self.city(gazetteer, Self.zhuhai, "zh-Hant") == builtIn && builtIn == "珠海")
    }

    @Test func namesThatNoGazetteerCanHoldAreSkipped() throws {
        func count(_ name: [UInt8]) throws -> Int {
            try Self.names(Array("1\t2\tar\t".utf8) + name + Array("\t\t\t\t\t\t\n".utf8)).count
        }
        #expect(try count(Array("شينجن".utf8)) == 1)
        let letter = Array("ش".utf8)
        let longest = Array([[UInt8]](repeating: letter, count: 127).joined()) + [0x31]
        #expect(longest.count == 255)
        #expect(try count(longest) == 1)
        #expect(try count(longest + [0x31]) == 0)
        #expect(try count(Array([[UInt8]](repeating: letter, count: 30_000).joined())) == 0)
        for bytes in [[0x07], [0xC2, 0x85], [0xFF], [0xD8], [0x09], [0x0D], [0xE2, 0x80, 0xAE], [0xE2, 0x80, 0xA8]] {
            #expect(try count(letter + bytes.map { UInt8($0) } + letter) == 0, "\(bytes)")
        }
        #expect(try count([]) == 0)
    }

    @Test(arguments: [
        ("1\t2\tar\n", "line 2: expected 10 fields separated by tabs, found 3"),
        ("not a table\n", "line 2: expected 10 fields separated by tabs, found 1"),
        ("x\t2\tar\tشين\t\t\t\t\t\t\n", "line 2: expected the number of a name, found x"),
        ("1\t\tar\tشين\t\t\t\t\t\t\n", "line 2: expected the number of a place in the second field, found nothing"),
        ("1\t-2\tar\tشين\t\t\t\t\t\t\n", "line 2: expected the number of a place in the second field, found -2"),
        (
            "1\t99999999999\tar\tx\t\t\t\t\t\t\n",
            "line 2: expected the number of a place in the second field, found 99999999999"
        ),
        (
            "1\t9999999999\tar\tx\t\t\t\t\t\t\n",
            "line 2: expected the number of a place in the second field, found 9999999999"
        ),
        (String(repeating: "x", count: 70_000) + "\n", "line 2: expected at most 65536 bytes, found more"),
        (String(repeating: "x", count: 70_000), "line 2: expected at most 65536 bytes, found more"),
    ])
    func aMalformedLineIsAnError(line: String, message: String) throws {
        let bytes = Array((Self.line(1, "ar", "شينجن") + line).utf8)
        for pieces in [1000, Int.max] {
            let error = #expect(throws: GeodataError.self) { try Self.names(bytes, pieces: pieces) }
            #expect(error?.description == message)
        }
    }

    @Test func theFileIsReadInPiecesOfAnyLength() throws {
        let lines = Self.line(1, "ar", "شينجن") + Self.line(2, "ja", "新鎮") + "\n" + Self.line(3, "xx", "x")
        // Without a newline at the end, with carriage returns, with the older file's eight fields.
        let texts = [
            lines, String(lines.dropLast()), lines.replacing("\n", with: "\r\n"), lines.replacing("\t\t\n", with: "\n"),
        ]
        for text in texts {
            for pieces in [1, 2, 3, 7, 64, Int.max] {
                let names = try Self.names(Array(text.utf8), pieces: pieces)
                #expect(names.count == 2 && names.lines == 4, "\(pieces): \(text)")
            }
        }
    }

    @Test func regionsHaveTheNamesOfTheirRows() throws {
        let guangdong = Self.row(7, "Guangdong", 23, 113, "A\tADM1")
        let lines = [
            Self.line(1, "ar", "قوانغدونغ", of: 7), Self.line(2, "ar", "قديم", "preferred", "historic", of: 7),
        ]
        func region(_ places: String, _ language: String) throws -> String? {
            let position = try #require(Self.xinzhen)
            return try Self.gazetteer(lines, of: places).place(at: position, language: language)?.region
        }
        let builtIn = try region(Self.places, "ar")
        #expect(builtIn != "قوانغدونغ")
        #expect(try region(Self.places + guangdong, "ar") == "قوانغدونغ")
        #expect(try region(Self.places + guangdong, "ja") == region(Self.places, "ja"))
        #expect(try region(Self.places + guangdong, "ko") != nil)
    }
}
