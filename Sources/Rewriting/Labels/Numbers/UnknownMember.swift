/// Finds out whether something in a file of labels that no format knows can have a place in the picture.
///
/// Lists of numbers do if all of them lie within the picture; single numbers do by their name. What its name says to have none, such
/// as colours and scores, is passed over.
struct UnknownMember {
    /// The longer side of the picture, in pixels.
    let side: Int

    /// What a thing without a place is: the last word of its name.
    private static let harmless: Set = [
        "id", "ids", "index", "indices", "color", "colors", "colour", "colours", "score", "scores", "conf",
        "confidence",
        "confidences", "prob", "probs", "probability", "probabilities", "embedding", "embeddings", "feature",
        "features",
        "version", "time", "times", "timestamp", "timestamps", "date", "valid", "visibility", "dpi",
    ]
    /// What a single number with a place is: one of the words of its name.
    private static let places: Set = [
        "x", "y", "cx", "cy", "xc", "yc", "x0", "y0", "x1", "y1", "x2", "y2", "xmin", "ymin", "xmax", "ymax", "xtl",
        "ytl", "xbr", "ybr", "left", "top", "right", "bottom", "angle", "rotation", "direction", "theta", "heading",
    ]
    /// What is between the numbers of a shape written as text.
    private static let commands = "MLHVCSQTAZmlhvcsqtaz"
    private static let shapes: Set = [
        "point", "multipoint", "linestring", "multilinestring", "polygon", "multipolygon", "box", "rect",
    ]

    /// Whether what has this name has no place.
    static func isHarmless(_ name: String) -> Bool { words(of: name).last.map { harmless.contains($0) } ?? false }

    /// Whether a single number under a name can be a coordinate or an angle.
    func isPlace(_ number: Double, named name: String) -> Bool {
        guard number != 0, number.magnitude <= Double(max(side, 360)) else { return false }
        if Self.places.contains(name.lowercased()) { return true }
        // A one is more often a flag: left_eye_open.
        return number != 1 && Self.words(of: name).contains { Self.places.contains($0) }
    }

    /// Whether numbers beside each other can be places.
    func arePlaces(_ numbers: [Double]) -> Bool {
        numbers.count > 1 && numbers.contains { $0 != 0 && $0 != 1 }
            && numbers.allSatisfy { (-1...Double(side + 1)).contains($0) }
    }

    /// Whether single numbers of an object can be places together: their names are too short for anything else.
    func arePlaces(_ members: [(name: String, number: Double)]) -> Bool {
        arePlaces(members.filter { $0.name.utf8.count < 3 || ["row", "col"].contains($0.name) }.map(\.number))
    }

    /// Whether a text can hold places: a list of numbers, a shape, or a picture.
    func holdsPlaces(_ text: String) -> Bool {
        if text.hasPrefix("data:image/") { return true }
        guard text.utf8.count < 1 << 20 else { return false }
        var numbers: [Double] = []
        for part in text.split(whereSeparator: { ",; \t\n[]()\"'{}".contains($0) }).prefix(4096) {
            // A command of SVG is written beside its numbers: M3 4L5 6Z.
            let isPath = part.contains { $0.isNumber }
            for value in isPath ? part.split(whereSeparator: { Self.commands.contains($0) }) : [part] {
                if let number = Double(value) {
                    numbers.append(number)
                } else if value.count > 1, !Self.shapes.contains(value.lowercased()) {
                    return false
                }
            }
        }
        // A box has four; two are a text more often than a point.
        return numbers.count > 3 && arePlaces(numbers)
    }

    /// The words of a name, in lower case: those of `bbox_left`, `bboxLeft` and `bbox-left` are `bbox` and `left`.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var isInside = false
        var wasLower = false
        for character in name {
            let isPart = character.isLetter || character.isNumber
            if isPart, !isInside || (character.isUppercase && wasLower) { words.append("") }
            if isPart { words[words.count - 1] += character.lowercased() }
            (isInside, wasLower) = (isPart, isPart && !character.isUppercase)
        }
        return words
    }

    static func refusal(_ path: String) -> LabelRefusal {
        LabelRefusal(
            "\(path): expected something that is known to have no place in the picture, found numbers that lie within it; remove "
                + "it, or turn these labels yourself")
    }
}
