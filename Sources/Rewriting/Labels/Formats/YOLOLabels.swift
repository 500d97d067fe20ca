internal import UprightBase

/// YOLO (Ultralytics): a line for each object, in fractions of the picture. `class x y width height` (detect), `class x1 y1 x2
/// y2 …` (segment, and obb with four points), and `class x y width height` with key points of two or three numbers (pose), as
/// `kpt_shape` in data.yaml says.
enum YOLOLabels {
    static let format = LabelFormat(
        name: "YOLO", key: "yolo",
        isSuggested: { bytes in
            guard let lines = LabelLines(bytes, separator: " ") else { return false }
            let areNumbers = lines.rows.allSatisfy { row in
                // Some programs write the class as 0.0.
                row.count >= 5 && LabelNumber(row[0]).map { $0.double >= 0 } == true
                    && row.dropFirst().allSatisfy { LabelNumber($0) != nil }
            }
            // Coordinates are fractions of the sides; other numbers are judged as those of any text.
            return areNumbers
                && lines.rows.contains { row in
                    row[1...4].allSatisfy { (LabelNumber($0)?.double ?? 9).magnitude < 2 }
                }
        },
        turned: { (bytes, placement) throws(LabelRefusal) in
            guard let lines = LabelLines(bytes, separator: " "),
                let turn = try placement.turn(width: nil, height: nil)
            else { return bytes }
            let settings = try YOLOSettings(placement.options)
            let task = try task(of: lines.rows, settings)
            let frame = LabelFrame(turn, width: 1, height: 1)
            let swaps = placement.options.swapsSides && frame.mirrors
            return try lines.replacing { (row) throws(LabelRefusal) in
                let numbers = row.dropFirst().compactMap { LabelNumber($0) }
                guard numbers.count > 3, numbers.count == row.count - 1,
                    numbers.allSatisfy({ $0.double.magnitude <= 2 })
                else { throw LabelRefusal(expected: "fractions of the picture", found: row.joined(separator: " ")) }
                let isBox = numbers.count == 4 || task == .detect || task == .pose
                guard isBox else { return [row[0]] + (try points(numbers, frame, of: task)) }
                let box = box(numbers, frame)
                guard task == .pose else { return [row[0]] + box + numbers[4...].map(\.description) }
                return [row[0]] + box + (try keyPoints(numbers[4...], frame, settings, swaps: swaps))
            }
        })

    /// What the lines are: as the options and data.yaml say, or by the number of their values. Polygons have different numbers of
    /// points, poses the same.
    private static func task(
        of rows: [[String]], _ settings: YOLOSettings
    ) throws(LabelRefusal) -> LabelOptions.Task {
        if let task = settings.task { return task }
        if settings.dimensions != nil { return .pose }
        // A 2 is no fraction of a picture.
        let visibilities = rows.map(visibilities)
        if visibilities.allSatisfy({ !$0.isEmpty }), visibilities.joined().contains(2) { return .pose }
        let counts = Set(rows.map(\.count))
        if counts.isSubset(of: [5, 6]) { return .detect }
        if counts.allSatisfy({ $0 == 5 || ($0 >= 7 && !$0.isMultiple(of: 2)) }),
            counts.isSubset(of: [5, 9]) || counts.subtracting([5]).count > 1
        {
            return .segment
        }
        // An odd number of key points, each with its visibility, is no number of pairs.
        if counts.count == 1, let count = counts.first, count.isMultiple(of: 2), (count - 5).isMultiple(of: 3) {
            return .pose
        }
        let found = counts.sorted().map(String.init).joined(separator: ", ")
        throw LabelRefusal(
            expected: "lines that tell polygons from poses",
            found:
                "lines of \(found) values; say it by kpt_shape in data.yaml, or with upright-batch annotations --task")
    }

    /// Each third value behind a box, if all of them can be visibilities: 0, 1 or 2.
    private static func visibilities(_ row: [String]) -> [Double] {
        guard row.count > 7, (row.count - 5).isMultiple(of: 3) else { return [] }
        let values = stride(from: 7, to: row.count, by: 3).compactMap { Double(row[$0]) }
        return values.allSatisfy { [0, 1, 2].contains($0) } ? values : []
    }

    private static func points(
        _ numbers: [LabelNumber], _ frame: LabelFrame, of task: LabelOptions.Task
    ) throws(LabelRefusal) -> [String] {
        guard numbers.count.isMultiple(of: 2), task != .obb || numbers.count == 8 else {
            throw LabelRefusal(
                expected: task == .obb ? "four corners" : "pairs of coordinates", found: "\(numbers.count) values")
        }
        return stride(from: 0, to: numbers.count, by: 2).flatMap { at in
            let (x, y) = frame.point(numbers[at], numbers[at + 1])
            return [x.description, y.description]
        }
    }

    /// A box by its centre.
    private static func box(_ numbers: [LabelNumber], _ frame: LabelFrame) -> [String] {
        let (x, y) = frame.point(numbers[0], numbers[1])
        let (width, height) = frame.sides(numbers[2], numbers[3])
        return [x, y, width, height].map(\.description)
    }

    private static func keyPoints(
        _ numbers: ArraySlice<LabelNumber>, _ frame: LabelFrame, _ settings: YOLOSettings, swaps: Bool
    ) throws(LabelRefusal) -> [String] {
        let step = settings.dimensions ?? 3
        guard numbers.count.isMultiple(of: step) else {
            throw LabelRefusal(expected: "key points of \(step) numbers", found: "\(numbers.count) numbers")
        }
        var points = stride(from: numbers.startIndex, to: numbers.endIndex, by: step).map { at in
            // Key points that are not labelled are 0 0 0, or 0 0.
            let point = Array(numbers[at..<at + step])
            guard point.contains(where: { $0.double != 0 }) else { return point }
            let (x, y) = frame.point(point[0], point[1])
            return [x, y] + point.dropFirst(2)
        }
        if swaps {
            guard settings.flips.sorted() == Array(points.indices) else {
                throw LabelRefusal(
                    expected: "flip_idx in data.yaml with the \(points.count) key points, to swap left and right",
                    found: settings.flips.isEmpty ? "none" : "\(settings.flips)")
            }
            points = settings.flips.map { points[$0] }
        }
        return points.flatMap { $0.map(\.description) }
    }
}
