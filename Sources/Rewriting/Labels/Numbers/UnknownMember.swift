/// Finds out whether something in a file of labels that no format knows can have a place in the picture.
///
/// Lists of numbers do if all of them lie within the picture; single numbers do by their name. What is known to have none, such as
/// colours and scores, is passed over.
struct UnknownMember {
    /// The longer side of the picture, in pixels.
    let side: Int

    private static let harmless = [
        "color", "colour", "_id", "score", "conf", "prob", "embedding", "feature", "version", "time", "date", "valid",
    ]
    private static let places: Set = [
        "x", "y", "cx", "cy", "x0", "y0", "x1", "y1", "x2", "y2", "xmin", "ymin", "xmax", "ymax", "left", "top",
        "right", "bottom", "xtl", "ytl", "xbr", "ybr", "angle", "rotation", "direction", "theta", "heading",
    ]

    /// Whether what has this name has no place.
    static func isHarmless(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "id" || name == "ids" || harmless.contains { name.contains($0) }
    }

    /// Whether a single number under a name can be a coordinate or an angle.
    func isPlace(_ number: Double, named name: String) -> Bool {
        number != 0 && Self.places.contains(name.lowercased()) && number.magnitude <= Double(max(side, 360))
    }

    /// Whether numbers beside each other can be places.
    func arePlaces(_ numbers: [Double]) -> Bool {
        numbers.count > 1 && numbers.contains { $0 != 0 && $0 != 1 }
            && numbers.allSatisfy { (-1...Double(side + 1)).contains($0) }
    }

    /// Whether a text can hold places: a list of numbers, or a picture.
    func holdsPlaces(_ text: String) -> Bool {
        if text.hasPrefix("data:image/") { return true }
        guard text.utf8.count < 1 << 20 else { return false }
        let parts = text.split { ",; \t\n[]()".contains($0) }
        let numbers = parts.prefix(4096).compactMap { Double($0) }
        // A box has four; two are a text more often than a point.
        return numbers.count > 3 && numbers.count == min(parts.count, 4096) && arePlaces(numbers)
    }

    /// The refusal of a member.
    static func refusal(_ path: String) -> LabelRefusal {
        LabelRefusal(
            "\(path): expected something that is known to have no place in the picture, found numbers that lie within it; remove "
                + "it, or turn these labels yourself")
    }
}
