/// Takes values that a strip removes elsewhere out of captions, titles and keywords.
package struct CaptionText {
    /// The words of each value.
    private let removed: [[[Character]]]

    /// - Parameter removed: the values, in any order.
    package init(removed: [String]) {
        self.removed = Set(removed).map(Self.words).filter { !$0.isEmpty }.sorted {
            // The longest first: "Berlin Mitte" before "Berlin".
            ($0.joined().count, String($0.joined())) > ($1.joined().count, String($1.joined()))
        }
    }

    /// Whether there is nothing to take out.
    var isEmpty: Bool { removed.isEmpty }

    /// Whether a text holds one of the values, as whole words.
    package func isIn(_ text: String) -> Bool { rest(of: text) != nil }

    /// Returns a text without the values, whatever their case and what is between their words; nil if it holds none. A value counts
    /// only as whole words: "Ann" stays in "Annual". In scripts that have no spaces, or write particles to a name, any place counts.
    func rest(of text: String) -> String? {
        if removed.isEmpty { return nil }
        let decoded = HTMLText.decoded(text)
        var characters = Array(decoded)
        var isChanged = false
        var folded = characters.map(Self.folded)
        for value in removed {
            var place = 0
            while place < folded.count {
                guard var end = Self.end(of: value, in: folded, at: place), !Self.joins(characters, at: place),
                    !Self.joins(characters, at: end)
                else {
                    place += 1
                    continue
                }
                // The genitive that hangs on a name.
                if end + 1 < characters.count, ["'", "\u{2019}"].contains(characters[end]), folded[end + 1] == ["s"],
                    !Self.joins(characters, at: end + 2)
                {
                    end += 2
                }
                // What is left on both sides must not become one word.
                let space: [Character] = place > 0 && end < characters.count ? [" "] : []
                characters.replaceSubrange(place..<end, with: space)
                folded.replaceSubrange(place..<end, with: space.map { [$0] })
                place += space.count
                isChanged = true
            }
        }
        return isChanged ? Self.tidied(characters) : nil
    }

    private static func words(_ value: String) -> [[Character]] {
        HTMLText.decoded(value).split { !isOfWord($0) && !folded($0).isEmpty }.map { $0.flatMap(folded) }
    }

    /// A character in one case, without a width of its own, and without what nobody sees: `ß` is `ss`, a soft hyphen nothing.
    private static func folded(_ character: Character) -> [Character] {
        if let ascii = character.asciiValue {
            return [Character(Unicode.Scalar((0x41...0x5A).contains(ascii) ? ascii | 0x20 : ascii))]
        }
        var scalars = String.UnicodeScalarView()
        for scalar in character.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            let isWide = (0xFF01...0xFF5E).contains(scalar.value)
            scalars.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
        }
        // Turkish has a dot on its capital I.
        return Array(String(scalars).uppercased().lowercased()).map { $0 == "i\u{307}" ? "i" : $0 }
    }

    /// The place behind the words of a value that begin at a place, with up to four other characters or nothing between them.
    private static func end(of words: [[Character]], in folded: [[Character]], at start: Int) -> Int? {
        guard let first = folded[start].first, first == words[0][0] else { return nil }
        var place = start
        for (number, word) in words.enumerated() {
            var rest = word[...]
            var gap = 0
            while !rest.isEmpty {
                guard place < folded.count else { return nil }
                let own = folded[place]
                place += 1
                if rest.starts(with: own) {
                    rest = rest.dropFirst(own.count)
                } else {
                    gap += 1
                    guard rest.count == word.count, number > 0, gap <= 4, !own.contains(where: isOfWord) else {
                        return nil
                    }
                }
            }
        }
        return place
    }

    /// Whether two characters of a word meet at a place.
    private static func joins(_ text: [Character], at place: Int) -> Bool {
        guard place > 0, place < text.count else { return false }
        let (left, right) = (text[place - 1], text[place])
        return isOfWord(left) && isOfWord(right) && !isUnspaced(left) && !isUnspaced(right)
    }

    private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Whether words of a script are written without spaces between them, or with articles, prepositions and particles at them:
    /// Hebrew, Arabic, Thai, Lao, Burmese, Khmer, Chinese, Japanese, Korean.
    package static func isUnspaced(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first?.value else { return false }
        return unspaced.contains { $0.contains(scalar) }
    }

    private static let unspaced: [ClosedRange<UInt32>] = [
        0x0590...0x08FF, 0x0E00...0x0EFF, 0x1000...0x11FF, 0x1780...0x17FF, 0x3040...0x318F, 0x3400...0x9FFF,
        0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF,
    ]

    private static let closing: Set<Character> = [",", ".", ";", ":", "!", "?", ")", "]", "}"]
    private static let opening: [Character: Character] = [")": "(", "]": "[", "}": "{"]
    private static let loose: Set<Character> = [
        ",", ";", ":", "-", "\u{2013}", "\u{2014}", "/", "|", "@", "&", "#", "_",
    ]

    /// Takes out the brackets, spaces and separators that a removed value leaves behind.
    private static func tidied(_ text: [Character]) -> String {
        var rest: [Character] = []
        for character in text {
            if character == " ", rest.last == " " || rest.isEmpty { continue }
            if closing.contains(character) {
                while rest.last == " " { rest.removeLast() }
                if let open = opening[character], rest.last == open {
                    rest.removeLast()
                    continue
                }
                if let last = rest.last, last == character, character != ".", character != "!" { continue }
            }
            rest.append(character)
        }
        let isLoose = { (character: Character) in character.isWhitespace || loose.contains(character) }
        let trimmed = rest.drop(while: { isLoose($0) || $0 == "." })
        let end = trimmed.lastIndex { !isLoose($0) }.map { $0 + 1 } ?? trimmed.startIndex
        let result = trimmed[..<end]
        return result.contains(where: isOfWord) ? String(result) : ""
    }
}
