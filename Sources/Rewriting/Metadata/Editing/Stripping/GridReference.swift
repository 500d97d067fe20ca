/// Positions in texts that are written without a decimal point between degrees: Plus Codes, MGRS, UTM, ISO 6709, degrees with
/// decimal commas, degrees and minutes without signs.
///
/// Source: Open Location Code 1.0; STANAG 2211 (MGRS); ISO 6709:2022, annex H.
enum GridReference {
    /// Whether a text holds such a position.
    static func isIn(_ text: String) -> Bool {
        guard text.utf8.count <= 65_536, text.contains(where: \.isNumber) else { return false }
        let words = text.uppercased().split { $0.isWhitespace || ",;()[]".contains($0) }.map { Array($0.utf8) }
        for (place, word) in words.enumerated() {
            if isPlusCode(word) || isISO6709(word) { return true }
            if isMGRS(Array(words[place...].prefix(4))) || isUTM(Array(words[place...].prefix(4))) { return true }
        }
        return hasDecimalCommas(text) || hasMinutes(text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

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

    /// `32U 691573 5335482`.
    private static func isUTM(_ words: [[UInt8]]) -> Bool {
        guard words.count >= 3, let head = zone(words[0][...]), head == words[0].count else { return false }
        func count(_ word: [UInt8]) -> Int {
            let digits = word.prefix(while: isDigit)
            let rest = Array(word.dropFirst(digits.count))
            return rest.isEmpty || rest == [0x45] || rest == [0x4E] || rest.first == 0x2E ? digits.count : 0
        }
        return count(words[1]) == 6 && (6...7).contains(count(words[2]))
    }

    /// `48,1372 11,5755` and `48,1372; 11,5755`: two numbers with four decimals or more.
    private static func hasDecimalCommas(_ text: String) -> Bool {
        let words = text.split { $0.isWhitespace || ";/|".contains($0) }.map { Array($0.utf8) }
        func degrees(_ word: [UInt8], _ limit: Double) -> Bool {
            var word = word.drop { [0x2B, 0x2D, 0x4E, 0x53, 0x45, 0x57].contains($0) }
            while let last = word.last, !isDigit(last) { word = word.dropLast() }
            let parts = word.split(separator: 0x2C, omittingEmptySubsequences: false)
            guard parts.count == 2, (1...3).contains(parts[0].count), (4...12).contains(parts[1].count),
                parts.allSatisfy({ $0.allSatisfy(isDigit) }),
                let value = Double(String(decoding: parts[0], as: UTF8.self))
            else { return false }
            return value <= limit
        }
        return zip(words, words.dropFirst()).contains { degrees($0, 90) && degrees($1, 180) }
    }

    /// `N48 08.229 E011 34.517` and `48 08.229N`: degrees, and minutes with decimals, with the letter of a direction.
    private static func hasMinutes(_ text: String) -> Bool {
        let words = text.uppercased().split { $0.isWhitespace || ",;\u{B0}'\u{2032}".contains($0) }.map {
            Array($0.utf8)
        }
        let directions = Set("NSEW".utf8)
        for (first, second) in zip(words, words.dropFirst()) {
            let leads = first.first.map(directions.contains) ?? false
            let trails = second.last.map(directions.contains) ?? false
            let degrees = leads ? first.dropFirst() : first[...]
            let minutes = trails ? second.dropLast() : second[...]
            let parts = minutes.split(separator: 0x2E, omittingEmptySubsequences: false)
            guard leads || trails, (1...3).contains(degrees.count), degrees.allSatisfy(isDigit), parts.count == 2,
                (1...2).contains(parts[0].count), (2...6).contains(parts[1].count),
                parts.allSatisfy({ $0.allSatisfy(isDigit) })
            else { continue }
            return true
        }
        return false
    }
}
