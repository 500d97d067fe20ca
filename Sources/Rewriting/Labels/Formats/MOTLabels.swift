internal import UprightBase

/// MOT Challenge, of one frame: `frame, id, left, top, width, height, …`. Frames and pixels count from 1, so that a box at the left
/// edge begins at 1.
enum MOTLabels {
    static let format = LabelFormat(
        name: "MOT", key: "mot",
        isSuggested: { bytes in
            guard let lines = LabelLines(bytes, separator: ",") else { return false }
            return lines.rows.allSatisfy { row in
                row.count > 5 && Int(row[0]) != nil && row.dropFirst().allSatisfy { LabelNumber($0) != nil }
            }
        },
        turned: { (bytes, placement) throws(LabelRefusal) in
            guard let lines = LabelLines(bytes, separator: ","),
                let turn = try placement.turn(width: nil, height: nil)
            else { return bytes }
            let frames = Set(lines.rows.map { $0[0] })
            guard frames.count == 1 else { throw .pictures(frames.count) }
            let size = turn.storedSize
            let frame = LabelFrame(turn, width: size.width + 2, height: size.height + 2)
            return try lines.replacing { (row) throws(LabelRefusal) in
                let numbers = row.dropFirst(2).prefix(4).compactMap { LabelNumber($0) }
                guard numbers.count == 4 else {
                    throw LabelRefusal(
                        expected: "left, top, width and height",
                        found: row.joined(separator: ",").prefix(80).description)
                }
                let box = frame.box(numbers[0], numbers[1], (numbers[2], numbers[3]))
                return row[..<2] + box.map(\.description) + row[6...]
            }
        })
}
