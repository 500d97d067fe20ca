/// Names lenses and models by the numbers in maker notes.
enum LensNames {
    /// Returns the names of a value; none if its number is unknown. The first is the most usual.
    static func names(_ value: MetadataValue, in list: String) -> [String] {
        let numbers = value.integers ?? value.bytes?.map(Int.init) ?? []
        guard let first = numbers.first else { return [] }
        func two(_ number: Int) -> String { hexadecimal(number, digits: 2) }
        switch list {
        // The series in four bits, and the lens.
        case "Pentax" where numbers.count >= 4:
            return MakerNoteData.names("\(first & 15) \(numbers[2] << 8 | numbers[3])", in: list)
        case "Pentax" where numbers.count >= 2: return MakerNoteData.names("\(first) \(numbers[1])", in: list)
        // The maker, the lens and its version.
        case "Olympus" where numbers.count >= 4:
            return MakerNoteData.names("\(first) \(two(numbers[2])) \(two(numbers[3]))", in: list)
        case "OlympusCamera":
            return value.text.map { MakerNoteData.names($0, in: list) } ?? []
        case "Nikon" where numbers.count == 8:
            return MakerNoteData.names(numbers.map(two).joined(separator: " "), in: list)
        // The lens, and the position of the frame selector.
        case "Leica":
            let exact = MakerNoteData.names("\(first >> 2) \(first & 3)", in: list)
            return exact.isEmpty ? MakerNoteData.names("\(first >> 2)", in: list) : exact
        default: return MakerNoteData.names(String(first), in: list)
        }
    }

    private static func hexadecimal(_ number: Int, digits: Int) -> String {
        let text = String(max(0, number), radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Returns the lenses whose names have the focal lengths of a note; all if none has.
    static func narrowed(_ names: [String], shortest: Double?, longest: Double?) -> [String] {
        guard names.count > 1, let shortest, let longest, shortest > 0 else { return names }
        func short(_ length: Double) -> String { Int(exactly: length).map(String.init) ?? "\(length)" }
        let range = longest > shortest ? "\(short(shortest))-\(short(longest))mm" : "\(short(shortest))mm"
        let fitting = names.filter { name in name.split(separator: " ").contains { $0 == range } }
        return fitting.isEmpty ? names : fitting
    }
}
