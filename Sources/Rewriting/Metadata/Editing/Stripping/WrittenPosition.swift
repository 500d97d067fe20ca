/// Positions in texts that a reader writes in many ways: angles with directions, labelled numbers, grids, cells of telephone
/// networks. In bytes of no known structure, such short forms occur by chance.
///
/// Source: Open Location Code 1.0; STANAG 2211 (MGRS); ISO 6709:2022, annex H; NMEA 0183; 3GPP TS 23.003 (cells).
struct WrittenPosition {
    /// A number, a word or a sign.
    private struct Token {
        let text: ArraySlice<UInt8>
        var first: UInt8 { text.first ?? 0 }
        var isNumber: Bool { WrittenPosition.isDigit(first) }
        var word: String { String(decoding: text, as: UTF8.self) }
        /// The digits before and after the point of a number.
        var digits: (whole: Int, decimals: Int) {
            let whole = text.prefix(while: WrittenPosition.isDigit).count
            return (whole, max(0, text.count - whole - 1))
        }
        var value: Double { Double(word) ?? .infinity }
    }

    /// One or more numbers with a sign of degrees or the letter of a direction.
    private struct Angle {
        var direction: Bool?
        var parts = 1
        var hasSign = false
        /// Whether a sign of minutes follows the second number.
        var hasMinutes = false
        var isExact = false
        var end = 0
        /// Whether it can be nothing else beside a second angle: `12 E` alone can.
        var isClear: Bool { hasSign || parts > 1 || isExact }
    }

    private let tokens: [Token]
    private let words: [[UInt8]]

    static func isIn(_ text: String) -> Bool {
        guard text.utf8.count <= 65_536 else { return false }
        let plain = normalized(text)
        if isAddress(plain) { return true }
        guard plain.contains(where: isDigit) else { return false }
        if text.utf8.contains(where: { $0 > 0x7F }), latitudes.contains(where: text.contains) { return true }
        let position = Self(plain)
        return position.isGrid || position.hasDecimalCommas || position.isAngles || position.isLabelled
            || position.isBare
    }

    private init(_ plain: [UInt8]) {
        words = plain.split(whereSeparator: Self.separators.contains).map(Array.init)
        var (tokens, place) = ([Token](), 0)
        while place < plain.count {
            let start = place
            place += 1
            if Self.isDigit(plain[start]) {
                while place < plain.count, Self.isDigit(plain[place]) { place += 1 }
                if place + 1 < plain.count, plain[place] == 0x2E, Self.isDigit(plain[place + 1]) {
                    place += 1
                    while place < plain.count, Self.isDigit(plain[place]) { place += 1 }
                }
            } else if Self.isLetter(plain[start]) {
                while place < plain.count, Self.isLetter(plain[place]) { place += 1 }
            } else if plain[start] == 0x20 {
                continue
            }
            tokens.append(Token(text: plain[start..<place]))
        }
        self.tokens = tokens
    }

    private static let separators = Set(" ,;()[]".utf8)
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || byte == 0x5F }

    /// A sign of degrees, whichever was written.
    private static let degree: UInt8 = 1
    private static let escapes: [(String, String)] = [
        ("%c2%b0", "°"), ("%2c", ","), ("%20", " "), ("%22", "\""), ("%27", "'"), ("%3b", ";"),
    ]
    private static let signs: [Unicode.Scalar: UInt8] = [
        "°": degree, "º": degree, "˚": degree, "度": degree, "分": 0x27, "秒": 0x22, "′": 0x27, "’": 0x27, "‘": 0x27,
        "´": 0x27, "″": 0x22, "”": 0x22, "“": 0x22, "−": 0x2D, "‐": 0x2D, "‑": 0x2D, "–": 0x2D, "٫": 0x2E, "،": 0x2C,
        "、": 0x2C,
    ]

    /// A text in ASCII and capitals: the digits of all scripts, one sign of each kind, `_` for other letters.
    private static func normalized(_ text: String) -> [UInt8] {
        var text = HTMLText.decoded(text).lowercased()
        if text.utf8.contains(UInt8(ascii: "%")) {
            for (code, plain) in escapes { text = text.replacing(code, with: plain) }
        }
        return text.unicodeScalars.compactMap { scalar in
            // The wide forms of ASCII (U+FF01 to U+FF5E).
            let wide = (0xFF01...0xFF5E).contains(scalar.value) ? scalar.value - 0xFEE0 : scalar.value
            if wide < 0x80 {
                let byte = UInt8(truncatingIfNeeded: wide)
                return (0x61...0x7A).contains(byte) ? byte & 0xDF : byte < 0x20 ? 0x20 : byte
            }
            if let sign = signs[scalar] { return sign }
            let properties = scalar.properties
            if properties.numericType == .decimal, let value = properties.numericValue { return 0x30 + UInt8(value) }
            if properties.generalCategory == .nonspacingMark { return nil }
            return properties.isAlphabetic ? 0x5F : 0x20
        }
    }

    // MARK: Angles

    private static let latitudeWords: Set<String> = [
        "N", "S", "NORTH", "SOUTH", "NORD", "SUD", "S_D", "NORTE", "SUR", "N_RDL",
    ]
    private static let longitudeWords: Set<String> = [
        "E", "W", "O", "EAST", "WEST", "OST", "EST", "OUEST", "ESTE", "OESTE",
    ]
    private static let degreeWords: Set<String> = ["DEG", "DEGREE", "DEGREES", "GRAD"]
    private static let minuteWords: Set<String> = [
        "M", "S", "MIN", "MINUTE", "MINUTES", "MINUTEN", "SEC", "SECONDS", "SEKUNDEN",
    ]

    /// Whether a token is the letter or word of a direction: true for a latitude.
    private func direction(_ place: Int) -> Bool? {
        guard tokens.indices.contains(place) else { return nil }
        let word = tokens[place].word
        return Self.latitudeWords.contains(word) ? true : Self.longitudeWords.contains(word) ? false : nil
    }

    /// Whether a token is the `d` of `48d8m13s`, and not that of a camera's name.
    private func isLetterOfDegrees(_ place: Int) -> Bool {
        place + 2 < tokens.count && tokens[place].word == "D" && tokens[place + 1].isNumber
            && (tokens[place + 2].word == "M" || tokens[place + 2].first == 0x27)
    }

    private func angle(at start: Int) -> Angle? {
        var (angle, place) = (Angle(), start)
        angle.direction = direction(place)
        if angle.direction != nil { place += 1 }
        if place < tokens.count, [0x2B, 0x2D].contains(tokens[place].first) { place += 1 }
        guard place < tokens.count, tokens[place].isNumber else { return nil }
        let (whole, decimals) = tokens[place].digits
        // Degrees, or degrees and minutes in one number: `4808.2292`.
        let isPacked = (4...7).contains(whole)
        guard whole <= 3 || isPacked, isPacked || tokens[place].value <= 180 else { return nil }
        angle.isExact = decimals >= 2 || isPacked
        place += 1
        while angle.parts < 3, place < tokens.count {
            var next = place
            let word = tokens[next].word
            if tokens[next].first == Self.degree || Self.degreeWords.contains(word) || isLetterOfDegrees(next) {
                angle.hasSign = true
                next += 1
            } else if tokens[next].first == 0x27 || angle.hasSign && Self.minuteWords.contains(word) {
                angle.hasMinutes = angle.parts > 1
                next += 1
            } else if [0x22, 0x3A, 0x2D].contains(tokens[next].first) {
                next += 1
            }
            place = next
            guard next < tokens.count, tokens[next].isNumber, tokens[next].digits.whole <= 2, tokens[next].value < 60
            else { break }
            angle.parts += 1
            place = next + 1
        }
        while place < tokens.count, angle.parts > 1,
            [0x27, 0x22].contains(tokens[place].first) || angle.hasSign && Self.minuteWords.contains(tokens[place].word)
        {
            angle.hasMinutes = true
            place += 1
        }
        if angle.direction == nil {
            let letter = isPacked && place < tokens.count && tokens[place].first == 0x2C ? place + 1 : place
            angle.direction = direction(letter)
            if angle.direction != nil { place = letter + 1 }
        }
        angle.end = place
        return angle
    }

    /// `48.137° N`, `48°8′13″`, and a latitude beside a longitude: `N 48 08.229 E 011 34.517`, `4808.229,N,01134.567,E`.
    private var isAngles: Bool {
        var last: Angle?
        var place = 0
        while place < tokens.count {
            guard let angle = angle(at: place) else {
                // What separates two angles.
                if ![0x2C, 0x3B, 0x2F, 0x7C].contains(tokens[place].first) { last = nil }
                place += 1
                continue
            }
            if angle.hasSign, angle.direction != nil || angle.hasMinutes { return true }
            if let last, last.isClear, angle.isClear, let one = last.direction, let other = angle.direction,
                one != other
            {
                return true
            }
            last = angle
            place = max(angle.end, place + 1)
        }
        return hasMinutes
    }

    /// `48 08.229N`: degrees, and minutes with decimals, with the letter of a direction.
    private var hasMinutes: Bool {
        tokens.indices.contains { place in
            guard let angle = angle(at: place), angle.direction != nil, angle.parts > 1 else { return false }
            return tokens[place..<angle.end].contains { $0.isNumber && $0.digits.whole <= 2 && $0.digits.decimals >= 2 }
        }
    }

    // MARK: Labels

    private static let latitudes = [
        "北緯", "北纬", "南緯", "南纬", "東経", "东经", "西経", "西经", "緯度", "纬度", "経度", "经度", "위도", "경도", "북위", "широт", "долгот",
        "خط عرض", "خط طول",
    ]
    /// Labels of two numbers that are a position.
    private static let points: Set<String> = [
        "COORDINATES", "COORDINATE", "COORDS", "COORD", "KOORDINATEN", "COORDONN_ES", "COORDONNEES", "COORDENADAS",
        "COORDINATE", "POINT", "GEO", "GPS", "LL", "LATLNG", "LATLON",
    ]
    private static let latitude: Set<String> = ["LAT", "LATITUD", "LATITUDINE", "BREITE", "BREITENGRAD"]
    private static let longitude: Set<String> = [
        "LON", "LONG", "LNG", "LONGITUD", "LONGITUDINE", "L_NGE", "LANGE", "L_NGENGRAD", "LANGENGRAD",
    ]
    private static let cells: Set<String> = ["MCC", "MNC", "LAC", "CID", "ECI", "TAC", "CELLID", "ENB"]

    /// The numbers after a label, with nothing but signs between: `=`, `: `, `":[`.
    private func numbers(after place: Int, _ most: Int) -> [Token] {
        var found: [Token] = []
        var gap = 0
        for token in tokens[(place + 1)...] {
            if token.isNumber {
                found.append(token)
                gap = 0
            } else {
                gap += 1
                if Self.isLetter(token.first) || gap > 4 { break }
            }
            if found.count == most { break }
        }
        return found
    }

    /// `lat: 48.14 lon: 11.58`, `POINT(11.576 48.137)`, `MCC 262 MNC 01`, `cell 262-01-1234-5678`, `UTM 32 E=691600 N=5334900`.
    private var isLabelled: Bool {
        var (hasLatitude, hasLongitude, hasCells) = (false, false, Set<String>())
        for (place, token) in tokens.enumerated() where Self.isLetter(token.first) {
            let word = token.word
            if Self.points.contains(word) {
                let pair = numbers(after: place, 2)
                if pair.count == 2, pair.allSatisfy({ $0.digits.decimals > 0 && $0.value <= 180 }) { return true }
            }
            if word == "UTM" {
                let large = tokens[place...].prefix(12).filter { $0.isNumber && (6...7).contains($0.digits.whole) }
                if large.count > 1 { return true }
            }
            let decimals = numbers(after: place, 1).first?.digits.decimals
            guard let decimals else { continue }
            if Self.latitude.contains(word), decimals > 1 { hasLatitude = true }
            if Self.longitude.contains(word), decimals > 1 { hasLongitude = true }
            if Self.cells.contains(word), decimals == 0 { hasCells.insert(word) }
            if ["CELL", "CGI", "ECGI"].contains(word), numbers(after: place, 3).count == 3 { return true }
        }
        return hasLatitude && hasLongitude || hasCells.count > 1
    }

    /// Two numbers with decimals and nothing else: `48.137, 11.576`, or at the end of a link.
    private var isBare: Bool {
        let numbers = tokens.filter(\.isNumber)
        guard numbers.count == 2, tokens.allSatisfy({ !Self.isLetter($0.first) }) else { return false }
        return numbers.allSatisfy { $0.digits.decimals >= 3 && $0.value <= 180 } && numbers.contains { $0.value >= 1 }
    }

    // MARK: Grids

    /// Names of systems of coordinates, and the three words of an address: `///filled.count.soap`.
    private static func isAddress(_ plain: [UInt8]) -> Bool {
        systems.isIn(plain)
            || slashes.isIn(plain) { rest in
                let parts = rest.prefix { isLetter($0) || $0 == 0x2E }.split(separator: 0x2E)
                return parts.count == 3 && parts.allSatisfy { $0.count > 1 }
            }
    }

    private static let slashes = WordSearch(["///"])
    private static let systems = WordSearch([
        "CH1903", "LV95", "LV03", "GAU_-KR_GER", "GAUSS-KR_GER", "GAUSS-KRUGER", "MAIDENHEAD", "QTH LOC", "$GPGGA",
        "$GNGGA",
        "$GPRMC", "$GNRMC", "$GPGLL", "$GNGLL", "SRID=", "EPSG:", "NORTHING", "EASTING",
    ])

    private var isGrid: Bool {
        words.enumerated().contains { place, word in
            let next = Array(words[place...].prefix(4))
            return Self.isPlusCode(word) || Self.isISO6709(word) || Self.isMGRS(next) || Self.isUTM(next)
                || Self.isOrdnanceGrid(next)
        }
    }

    private static let codeDigits = Set("23456789CFGHJMPQRVWX".utf8)

    /// `8FWH4HX8+QV`, or `4HX8+QV` before the name of a town.
    private static func isPlusCode(_ word: [UInt8]) -> Bool {
        guard let plus = word.firstIndex(of: 0x2B), [4, 6, 8].contains(plus), (2...7).contains(word.count - plus - 1)
        else { return false }
        let parts = word[..<plus] + word[(plus + 1)...]
        guard parts.allSatisfy({ codeDigits.contains($0) || $0 == 0x30 }) else { return false }
        return parts.contains { !isDigit($0) }
    }

    /// `+4808.2292+01134.5167/`: signs, and the digits of degrees, with minutes and seconds.
    private static func isISO6709(_ word: [UInt8]) -> Bool {
        /// Reads a number with its sign, and returns how many digits it has before a point.
        func number(_ place: inout Int) -> Int? {
            guard place < word.count, [0x2B, 0x2D].contains(word[place]) else { return nil }
            place += 1
            let start = place
            while place < word.count, isDigit(word[place]) { place += 1 }
            let count = place - start
            if place < word.count, word[place] == 0x2E {
                place += 1
                while place < word.count, isDigit(word[place]) { place += 1 }
            }
            return count
        }
        var place = 0
        guard let latitude = number(&place), [2, 4, 6].contains(latitude), let longitude = number(&place),
            longitude == latitude + 1
        else { return false }
        return place == word.count || word[place] == 0x2F || word[place] == 0x2B || word[place] == 0x2D
            || word[place...].starts(with: "CRS".utf8)
    }

    /// A zone and a band: `32U`.
    private static func zone(_ word: ArraySlice<UInt8>) -> Int? {
        let digits = word.prefix(while: isDigit)
        guard (1...2).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)),
            (1...60).contains(number), let band = word.dropFirst(digits.count).first,
            (0x43...0x58).contains(band), band != 0x49, band != 0x4F
        else { return nil }
        return digits.count + 1
    }

    /// `32UPU9157335482` or `32U PU 91573 35482`.
    private static func isMGRS(_ words: [[UInt8]]) -> Bool {
        let joined = words.prefix { $0.count <= 15 }.flatMap(\.self)
        guard let head = zone(joined[...]), joined.count >= head + 6 else { return false }
        let square = joined[head..<head + 2]
        guard square.allSatisfy({ (0x41...0x5A).contains($0) && $0 != 0x49 && $0 != 0x4F }) else { return false }
        let digits = joined[(head + 2)...].prefix(while: isDigit)
        return digits.count >= 6 && digits.count % 2 == 0 && digits.count <= 10
    }

    /// `32U 691573 5335482` and `32U 0691573mE 5335482mN`.
    private static func isUTM(_ words: [[UInt8]]) -> Bool {
        guard words.count >= 3, let head = zone(words[0][...]), head == words[0].count else { return false }
        func count(_ word: [UInt8]) -> Int {
            let digits = word.prefix(while: isDigit)
            let rest = Array(word.dropFirst(digits.count))
            return rest.isEmpty || rest.first == 0x2E
                || ["E", "N", "ME", "MN"].contains(String(decoding: rest, as: UTF8.self))
                ? digits.count : 0
        }
        return (6...7).contains(count(words[1])) && (6...7).contains(count(words[2]))
    }

    /// `TQ 30080 80470`, a square of the Ordnance Survey.
    private static func isOrdnanceGrid(_ words: [[UInt8]]) -> Bool {
        guard words.count >= 3, words[0].count == 2, "HNOST".utf8.contains(words[0][0]), isLetter(words[0][1]) else {
            return false
        }
        return (4...5).contains(words[1].count) && words[1].count == words[2].count
            && words[1...2].allSatisfy { $0.allSatisfy(isDigit) }
    }

    /// `48,1372 11,5755` and `48,1372; 11,5755`: two numbers with four decimals or more.
    private var hasDecimalCommas: Bool {
        func degrees(_ place: Int, _ limit: Double) -> Bool {
            guard place + 2 < tokens.count, tokens[place].isNumber, tokens[place + 1].first == 0x2C,
                tokens[place + 2].isNumber
            else { return false }
            let (whole, decimals) = (tokens[place].digits, tokens[place + 2].digits)
            return whole.whole <= 3 && whole.decimals == 0 && (4...12).contains(decimals.whole)
                && decimals.decimals == 0
                && tokens[place].value <= limit
        }
        return tokens.indices.contains { place in
            degrees(place, 90) && (place + 3..<place + 7).contains { degrees($0, 180) }
        }
    }
}
