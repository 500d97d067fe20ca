/// A text with four numbers or more in each line that no other format knows, such as DOTA's and KITTI's: it is refused.
enum TextLabels {
    static let format = LabelFormat(
        name: "text", key: "text",
        isSuggested: { bytes in
            guard let lines = LabelLines(bytes, separator: " ") else { return false }
            // DOTA's begin with two lines about the picture.
            let rows = lines.rows.filter { !($0.count == 1 && $0[0].contains(":")) }
            return !rows.isEmpty && rows.allSatisfy { numbers(in: $0).count > 3 }
        },
        turned: { (bytes, placement) throws(LabelRefusal) in
            // A line with a larger number, such as a year, has something else.
            let most = Double(max(placement.side, 360))
            let line = LabelLines(bytes, separator: " ")?.rows.first { row in
                let found = numbers(in: row)
                return found.count > 3 && found.allSatisfy { $0.magnitude <= most }
            }
            guard let line, try placement.turn(width: nil, height: nil) != nil else { return bytes }
            throw LabelRefusal(
                expected: "lines of YOLO or MOT",
                found: "\"\(line.joined(separator: " ").prefix(60))\", whose numbers can have a place in the picture")
        })

    private static func numbers(in row: [String]) -> [Double] {
        row.flatMap { $0.split(separator: ",") }.compactMap { Double($0) }
    }
}
