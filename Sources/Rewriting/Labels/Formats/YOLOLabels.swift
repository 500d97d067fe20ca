internal import UprightGeometry

/// YOLO (Ultralytics): a line for each object, in fractions of the picture. `class x y width height` (detect), `class x1 y1 x2
/// y2 …` (segment, and obb with four points), and `class x y width height` with key points of three numbers (pose).
struct YOLOLabels {
    private enum Task { case detect, segment, pose }

    /// The lines, with their ends.
    private let lines: [Substring]
    /// The numbers of values in the lines that have some.
    private let counts: [Int]

    /// Reads labels; nil if the text holds none.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(where: \.isNewline).map { rest.index(after: $0) } ?? rest.endIndex
            lines.append(rest[..<end])
            rest = rest[end...]
        }
        self.lines = lines
        let rows = lines.map(Self.values).filter { !$0.isEmpty }
        counts = rows.map(\.count)
        let isLabels = rows.allSatisfy { row in
            row.count >= 5 && row[0].allSatisfy { $0.isASCII && $0.isNumber }
                && row.dropFirst().allSatisfy { LabelNumber($0) != nil }
        }
        guard isLabels, !rows.isEmpty else { return nil }
    }

    private static func values(_ line: Substring) -> [Substring] {
        let line = line.first == "\u{FEFF}" ? line.dropFirst() : line
        return line.split(whereSeparator: \.isWhitespace)
    }

    /// What the lines are, by the number of their values. Polygons have different numbers of points, poses the same.
    private func task() throws(LabelRefusal) -> Task {
        let kinds = Set(counts)
        if kinds.isSubset(of: [5, 6]) { return .detect }
        if kinds.allSatisfy({ $0 == 5 || ($0 >= 7 && !$0.isMultiple(of: 2)) }),
            kinds.isSubset(of: [5, 9]) || kinds.subtracting([5]).count > 1
        {
            return .segment
        }
        // An odd number of key points, each with its visibility, is no number of pairs.
        if kinds.count == 1, let count = kinds.first, count.isMultiple(of: 2), (count - 5).isMultiple(of: 3) {
            return .pose
        }
        let found = kinds.sorted().map(String.init).joined(separator: ", ")
        throw LabelRefusal(
            expected: "lines that tell polygons from poses",
            found: "lines of \(found) values; turn them with upright-batch annotations --task")
    }

    /// Returns the labels turned; nil if they fit as they are.
    func turned(by labels: LabelPlacement) throws(LabelRefusal) -> [UInt8]? {
        guard let turn = try labels.turn(width: nil, height: nil) else { return nil }
        let task = try task()
        let frame = LabelFrame(turn, width: 1, height: 1)
        var text = ""
        for line in lines {
            let values = Self.values(line)
            guard !values.isEmpty else {
                text += line
                continue
            }
            let numbers = values.dropFirst().compactMap { LabelNumber($0) }
            guard numbers.allSatisfy({ $0.double.magnitude <= 2 }) else {
                throw LabelRefusal(expected: "fractions of the picture", found: "\(line.prefix(80))")
            }
            if line.first == "\u{FEFF}" { text += "\u{FEFF}" }
            let moved = task == .segment && numbers.count > 4 ? Self.points(numbers, frame) : Self.box(numbers, frame)
            text += ([String(values[0])] + moved.map(\.description)).joined(separator: " ")
            text += line.suffix(while: \.isWhitespace)
        }
        return Array(text.utf8)
    }

    private static func points(_ numbers: [LabelNumber], _ frame: LabelFrame) -> [LabelNumber] {
        stride(from: 0, to: numbers.count - 1, by: 2).flatMap { at in
            let (x, y) = frame.point(numbers[at], numbers[at + 1])
            return [x, y]
        }
    }

    /// A box by its centre; then key points, or one number that says how sure it is.
    private static func box(_ numbers: [LabelNumber], _ frame: LabelFrame) -> [LabelNumber] {
        let (x, y) = frame.point(numbers[0], numbers[1])
        let (width, height) = frame.sides(numbers[2], numbers[3])
        let rest = numbers.dropFirst(4)
        guard rest.count.isMultiple(of: 3) else { return [x, y, width, height] + rest }
        return [x, y, width, height]
            + stride(from: 4, to: numbers.count, by: 3).flatMap { at in
                // Key points that are not labelled are 0 0 0.
                let point = Array(numbers[at..<at + 3])
                guard point.contains(where: { $0.double != 0 }) else { return point }
                let (x, y) = frame.point(point[0], point[1])
                return [x, y, point[2]]
            }
    }
}

extension Substring {
    /// The longest end of this text whose characters all satisfy a condition.
    fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
        let end = reversed().prefix(while: condition).count
        return suffix(end)
    }
}
