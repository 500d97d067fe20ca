/// What the data.yaml of a YOLO data set says of its labels, and the options that say it instead.
struct YOLOSettings {
    /// What the lines are; nil if nothing says it.
    let task: LabelOptions.Task?
    /// How many numbers a key point has, 2 or 3; nil if there are none.
    let dimensions: Int?
    /// Which key point comes where in a mirrored picture; empty if nothing says it.
    let flips: [Int]

    init(_ options: LabelOptions) throws(LabelRefusal) {
        let lines = (options.settings ?? "").split(whereSeparator: \.isNewline)
        let shape = Self.numbers("kpt_shape", in: lines)
        guard shape.isEmpty || shape.count == 2 && [2, 3].contains(shape[1]) else {
            throw LabelRefusal(expected: "kpt_shape: [POINTS, 2 or 3] in data.yaml", found: "\(shape)")
        }
        task = options.task ?? Self.value("task", in: lines[...]).flatMap { LabelOptions.Task(rawValue: $0.text) }
        dimensions = options.dimensions ?? shape.last
        flips = Self.numbers("flip_idx", in: lines)
    }

    /// What follows a key of the outermost level, without a comment, and the lines after it.
    private static func value(
        _ key: String, in lines: ArraySlice<Substring>
    ) -> (text: String, rest: ArraySlice<Substring>)? {
        func isKey(_ line: Substring) -> Bool {
            let name = line.prefix { $0 != ":" }
            guard name.count < line.count, line.first?.isWhitespace == false else { return false }
            return name.filter { !$0.isWhitespace && !"\"'".contains($0) } == key
        }
        guard let index = lines.firstIndex(where: isKey) else { return nil }
        let text = lines[index].drop { $0 != ":" }.dropFirst().prefix { $0 != "#" }
        return (text.filter { !$0.isWhitespace && !"\"'".contains($0) }, lines[(index + 1)...])
    }

    /// The numbers of a list, in brackets or with a line for each.
    private static func numbers(_ key: String, in lines: [Substring]) -> [Int] {
        guard let (first, rest) = value(key, in: lines[...]) else { return [] }
        var text = first
        if first.isEmpty {
            let items = rest.map { $0.drop(while: \.isWhitespace) }.prefix { $0.hasPrefix("-") }
            text = items.map { String($0.dropFirst().prefix { $0 != "#" }) }.joined(separator: ",")
        } else if first.hasPrefix("[") {
            for line in rest where !text.contains("]") { text += line.prefix { $0 != "#" } }
        }
        return text.split { !$0.isNumber }.compactMap { Int($0) }
    }
}
