/// Left and right key points, which change places in a mirrored picture, by their names.
enum LabelSides {
    private static let others = ["left": "right", "right": "left", "l": "r", "r": "l"]

    /// The name of the same thing on the other side; the name itself if it has no side.
    static func partner(_ name: String) -> String {
        var made = ""
        var rest = name[...]
        while let first = rest.first {
            let word = rest.prefix(while: { $0.isASCII && $0.isLetter })
            guard !word.isEmpty else {
                made.append(first)
                rest.removeFirst()
                continue
            }
            rest = rest[word.endIndex...]
            guard let other = others[word.lowercased()] else {
                made += word
                continue
            }
            let isCapital = word.first?.isUppercase == true
            let isUpper = isCapital && word == word.uppercased()
            made += isUpper ? other.uppercased() : isCapital ? other.prefix(1).uppercased() + other.dropFirst() : other
        }
        return made
    }

    /// For each place, the place whose point comes there.
    static func order(of names: [String]) -> [Int] {
        names.enumerated().map { place, name in names.firstIndex(of: partner(name)) ?? place }
    }
}
