internal import UprightBase

/// A JSON file of labels in which numbers are replaced.
struct JSONLabels {
    private(set) var text: LabelText
    private let unknown: UnknownMember

    /// - Parameter side: the longer side of the picture, in pixels.
    init(_ bytes: [UInt8], side: Int) {
        text = LabelText(bytes)
        unknown = UnknownMember(side: side)
    }

    // MARK: Reading

    /// A scalar; nil for an object or an array.
    func scalar(_ value: LocatedJSON?) -> JSONValue? {
        if case .scalar(let value)? = value?.content { value } else { nil }
    }

    /// Whether a value is there and not null, false, zero or empty.
    func isSet(_ value: LocatedJSON?) -> Bool {
        guard let value else { return false }
        return switch value.content {
        case .object(let members): !members.isEmpty
        case .array(let elements): !elements.isEmpty
        case .scalar: !["null", "false", "\"\"", "0", "0.0"].contains(text.text(value.range))
        }
    }

    func string(_ value: LocatedJSON?) -> String? {
        if case .string(let text)? = scalar(value) { text } else { nil }
    }

    func integer(_ value: LocatedJSON?) -> Int? {
        if case .integer(let number)? = scalar(value) { number } else { nil }
    }

    func number(_ value: LocatedJSON?) throws(LabelRefusal) -> LabelNumber {
        guard let value else { throw LabelRefusal(expected: "a number", found: "none") }
        let found = String(decoding: text.bytes[value.range].prefix(80), as: UTF8.self)
        guard case .scalar = value.content, let number = LabelNumber(found) else {
            throw LabelRefusal(expected: "a number at byte \(value.range.lowerBound)", found: found)
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
                found: "\(String(decoding: text.bytes[value.range].prefix(40), as: UTF8.self))")
        }
        return elements
    }

    /// Refuses members of an object that are not known and can have a place in the picture.
    ///
    /// - Parameters:
    ///   - path: where the object is, for the message.
    ///   - known: the members that are turned, or have no place.
    ///   - places: paths of members that are turned, from the object.
    func check(
        _ object: LocatedJSON, _ path: String, knowing known: Set<String>, except places: [[String]] = []
    ) throws(LabelRefusal) {
        for (index, element) in (object.elements ?? []).enumerated() {
            try check(element, named: "", "\(path)[\(index)]", except: places)
        }
        var found: [(name: String, number: Double)] = []
        for member in object.members where !known.contains(member.name) {
            let inner = places.filter { $0.first == member.name }.map { Array($0.dropFirst()) }
            guard !inner.contains([]) else { continue }
            let memberPath = path.isEmpty ? member.name : "\(path).\(member.name)"
            try check(member.value, named: member.name, memberPath, except: inner)
            if let number = numbers([member.value]).first, member.value.elements == nil {
                found.append((member.name, number))
            }
        }
        if unknown.arePlaces(found) { throw UnknownMember.refusal(path.isEmpty ? found[0].name : path) }
    }

    private func check(
        _ value: LocatedJSON, named name: String, _ path: String, except places: [[String]]
    ) throws(LabelRefusal) {
        guard !UnknownMember.isHarmless(name) else { return }
        switch value.content {
        case .object:
            if value["counts"] != nil, value["size"] != nil { throw UnknownMember.refusal(path) }
            try check(value, path, knowing: [], except: places)
        case .array(let elements):
            if unknown.arePlaces(numbers(elements)) { throw UnknownMember.refusal(path) }
            for (index, element) in elements.enumerated() {
                try check(element, named: "", "\(path)[\(index)]", except: places)
            }
        case .scalar:
            let isPlace =
                switch scalar(value) {
                case .integer(let number): unknown.isPlace(Double(number), named: name)
                case .number(let number): unknown.isPlace(number, named: name)
                case .string(let text): unknown.holdsPlaces(text)
                default: false
                }
            if isPlace { throw UnknownMember.refusal(path) }
        }
    }

    /// The numbers of an array and of the arrays in it.
    private func numbers(_ elements: [LocatedJSON]) -> [Double] {
        elements.flatMap { element -> [Double] in
            if let inner = element.elements { return numbers(inner) }
            return switch scalar(element) {
            case .integer(let number): [Double(number)]
            case .number(let number): [number]
            default: []
            }
        }
    }

    // MARK: Replacing

    mutating func replace(_ value: LocatedJSON, by text: String) { self.text.replace(value.range, by: text) }

    mutating func replace(_ range: Range<Int>, by text: String) { self.text.replace(range, by: text) }

    mutating func replace(_ value: LocatedJSON?, by number: Int) { if let value { replace(value, by: "\(number)") } }

    mutating func replace(_ value: LocatedJSON?, by number: Double) {
        if let value { replace(value, by: LabelNumber(number).description) }
    }

    /// Replaces an array.
    mutating func replace(_ value: LocatedJSON, by numbers: [Int]) {
        let isSpaced = text.bytes[value.range].contains(0x20)
        replace(value, by: "[" + numbers.map(String.init).joined(separator: isSpaced ? ", " : ",") + "]")
    }

    /// Returns the turn of labels whose picture has these dimensions according to the file, which get those of the upright picture;
    /// nil if the labels fit it as they are.
    mutating func turn(
        _ width: LocatedJSON?, _ height: LocatedJSON?, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) -> PictureTurn? {
        let size = (try optionalNumber(width), try optionalNumber(height))
        guard let turn = try picture.turn(width: size.0, height: size.1) else { return nil }
        if size.0 != nil, size.1 != nil {
            replace(width, by: turn.uprightSize.width)
            replace(height, by: turn.uprightSize.height)
        }
        return turn
    }

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

    /// Moves a box, given by two opposite corners.
    mutating func move(corners box: [LocatedJSON], in frame: LabelFrame) throws(LabelRefusal) {
        var numbers: [LabelNumber] = []
        for value in box { numbers.append(try number(value)) }
        set(Array(zip(box.map(Optional.init), frame.corners(numbers))))
    }

    /// Exchanges two lengths, if the turn does.
    mutating func move(sides first: LocatedJSON?, _ second: LocatedJSON?, in frame: LabelFrame) throws(LabelRefusal) {
        let sides = frame.sides(try number(first), try number(second))
        set([(first, sides.0), (second, sides.1)])
    }

    /// Turns a picture in base64.
    mutating func turn(picture value: LocatedJSON, by turn: PictureTurn) throws(LabelRefusal) {
        guard let text = string(value) else {
            throw LabelRefusal(
                expected: "a picture in base64 at byte \(value.range.lowerBound)", found: "another value")
        }
        replace(value, by: JSONValue.string(try MaskPicture.turned(base64: text, by: turn)).serialized)
    }

    private mutating func set(_ values: [(LocatedJSON?, LabelNumber)]) {
        for case (let located?, let number) in values { replace(located, by: number.description) }
    }
}
