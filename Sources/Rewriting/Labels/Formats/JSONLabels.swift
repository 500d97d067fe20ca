internal import UprightGeometry
internal import UprightJSON

/// A JSON file of labels in which numbers are replaced.
struct JSONLabels {
    /// A format of JSON labels.
    struct Format: Sendable {
        let name: String
        /// Text that its files contain.
        let marks: [String]
        /// Whether a file has the format.
        let matches: @Sendable (LocatedJSON) -> Bool
        /// Turns a file.
        let turn: @Sendable (LocatedJSON, inout JSONLabels, LabelPlacement) throws(LabelRefusal) -> Void

        func isSuggested(by bytes: [UInt8]) -> Bool {
            marks.allSatisfy { bytes.firstRange(of: Array($0.utf8)) != nil }
        }
    }

    static let formats = [LabelMeLabels.format, COCOLabels.format, VIALabels.format, LabelStudioLabels.format]

    private let bytes: [UInt8]
    private var edits: [(range: Range<Int>, text: String)] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The file with all replacements; nil if there are none.
    var edited: [UInt8]? {
        guard !edits.isEmpty else { return nil }
        var made: [UInt8] = []
        made.reserveCapacity(bytes.count)
        var place = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            made += bytes[place..<edit.range.lowerBound]
            made += edit.text.utf8
            place = edit.range.upperBound
        }
        return made + bytes[place...]
    }

    // MARK: Reading

    /// A scalar; nil for an object or an array.
    func scalar(_ value: LocatedJSON?) -> JSONValue? {
        guard let value, case .scalar = value.content else { return nil }
        do throws(JSONSyntaxError) { return try JSONValue(parsing: bytes[value.range]) } catch { return nil }
    }

    /// Whether a value is there and not null, false, zero or empty.
    func isSet(_ value: LocatedJSON?) -> Bool {
        guard let value else { return false }
        return switch value.content {
        case .object(let members): !members.isEmpty
        case .array(let elements): !elements.isEmpty
        case .scalar:
            !["null", "false", "\"\"", "0", "0.0"].contains(String(decoding: bytes[value.range], as: UTF8.self))
        }
    }

    func string(_ value: LocatedJSON?) -> String? {
        if case .string(let text)? = scalar(value) { text } else { nil }
    }

    /// A number.
    func number(_ value: LocatedJSON?) throws(LabelRefusal) -> LabelNumber {
        guard let value else { throw LabelRefusal(expected: "a number", found: "none") }
        let text = String(decoding: bytes[value.range].prefix(80), as: UTF8.self)
        guard case .scalar = value.content, let number = LabelNumber(text) else {
            throw LabelRefusal(expected: "a number at byte \(value.range.lowerBound)", found: text)
        }
        return number
    }

    /// A number that can be missing or null.
    func optionalNumber(_ value: LocatedJSON?) throws(LabelRefusal) -> Double? {
        if case .null? = scalar(value) { return nil }
        return try value.map { value throws(LabelRefusal) in try number(value).double }
    }

    func elements(_ value: LocatedJSON, count: Int? = nil) throws(LabelRefusal) -> [LocatedJSON] {
        guard let elements = value.elements, count == nil || elements.count == count else {
            throw LabelRefusal(
                expected: "an array\(count.map { " of \($0)" } ?? "") at byte \(value.range.lowerBound)",
                found: "\(String(decoding: bytes[value.range].prefix(40), as: UTF8.self))")
        }
        return elements
    }

    // MARK: Replacing

    mutating func replace(_ value: LocatedJSON, by text: String) { edits.append((value.range, text)) }

    mutating func replace(_ range: Range<Int>, by text: String) { edits.append((range, text)) }

    /// Replaces a value that is there.
    mutating func replace(_ value: LocatedJSON?, by number: Int) { if let value { replace(value, by: "\(number)") } }

    /// Moves a point.
    mutating func move(_ x: LocatedJSON?, _ y: LocatedJSON?, in frame: LabelFrame) throws(LabelRefusal) {
        let moved = frame.point(try number(x), try number(y))
        set([(x, moved.0), (y, moved.1)])
    }

    /// Moves points that are written one after another.
    mutating func move(points: LocatedJSON, in frame: LabelFrame) throws(LabelRefusal) {
        let values = try elements(points)
        guard values.count.isMultiple(of: 2) else {
            throw LabelRefusal(
                expected: "pairs of numbers at byte \(points.range.lowerBound)", found: "\(values.count)")
        }
        for at in stride(from: 0, to: values.count, by: 2) { try move(values[at], values[at + 1], in: frame) }
    }

    /// Moves points that are pairs.
    mutating func move(pairs: LocatedJSON, in frame: LabelFrame) throws(LabelRefusal) {
        for pair in try elements(pairs) {
            let values = try elements(pair, count: 2)
            try move(values[0], values[1], in: frame)
        }
    }

    /// Moves a box, given by the upper left corner and the size.
    mutating func move(box: [LocatedJSON?], in frame: LabelFrame) throws(LabelRefusal) {
        var numbers: [LabelNumber] = []
        for value in box { numbers.append(try number(value)) }
        set(Array(zip(box, frame.box(numbers[0], numbers[1], (numbers[2], numbers[3])))))
    }

    /// Exchanges two lengths, if the turn does.
    mutating func move(sides first: LocatedJSON?, _ second: LocatedJSON?, in frame: LabelFrame) throws(LabelRefusal) {
        let sides = frame.sides(try number(first), try number(second))
        set([(first, sides.0), (second, sides.1)])
    }

    private mutating func set(_ values: [(LocatedJSON?, LabelNumber)]) {
        for case (let place?, let number) in values { replace(place, by: number.description) }
    }
}
