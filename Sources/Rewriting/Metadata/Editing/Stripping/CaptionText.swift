/// Takes values that a strip removes elsewhere out of captions, titles and keywords.
package struct CaptionText {
    private let removed: [[String]]

    /// - Parameter removed: the values, in any order.
    package init(removed: [String]) {
        // The longest first: "Berlin Mitte" before "Berlin".
        self.removed = Set(removed).map { $0.map { $0.lowercased() } }.filter { !$0.isEmpty }.sorted {
            ($0.count, $1.joined()) > ($1.count, $0.joined())
        }
    }

    /// Whether there is nothing to take out.
    var isEmpty: Bool { removed.isEmpty }

    /// Whether a text holds one of the values, as whole words.
    package func isIn(_ text: String) -> Bool { rest(of: text) != nil }

    /// Returns a text without the values, whatever their case; nil if it holds none. A value counts only as whole words: "Ann"
    /// stays in "Annual".
    func rest(of text: String) -> String? {
        var characters = Array(text)
        var folded = characters.map { $0.lowercased() }
        var isChanged = false
        for value in removed where value.count <= folded.count {
            var place = 0
            while place + value.count <= folded.count {
                let end = place + value.count
                guard folded[place] == value[0], folded[place..<end].elementsEqual(value),
                    !Self.joins(characters, at: place), !Self.joins(characters, at: end)
                else {
                    place += 1
                    continue
                }
                characters.removeSubrange(place..<end)
                folded.removeSubrange(place..<end)
                isChanged = true
                // What is left on both sides must not become one word.
                if place > 0, place < characters.count {
                    characters.insert(" ", at: place)
                    folded.insert(" ", at: place)
                    place += 1
                }
            }
        }
        return isChanged ? Self.tidied(characters) : nil
    }

    /// Whether two characters of a word meet at a place.
    private static func joins(_ text: [Character], at place: Int) -> Bool {
        guard place > 0, place < text.count else { return false }
        return isOfWord(text[place - 1]) && isOfWord(text[place])
    }

    private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static let closing: Set<Character> = [",", ".", ";", ":", "!", "?", ")", "]", "}"]
    private static let opening: [Character: Character] = [")": "(", "]": "[", "}": "{"]
    private static let loose: Set<Character> = [",", ";", ":", "-", "\u{2013}", "\u{2014}", "/", "|", "@", "&"]

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
