internal import UprightBase

/// A table in CSV with a header, and a row for each object, whose column `filename` names the picture.
struct LabelTable {
    private let bytes: [UInt8]
    private let names: [String]
    /// The places of the cells of each row that has all of them.
    let rows: [[Range<Int>]]

    init(_ bytes: [UInt8]) {
        let rows = Self.rows(of: bytes)
        let names = (rows.first ?? []).map { String(decoding: bytes[$0], as: UTF8.self) }
        (self.bytes, self.names) = (bytes, names)
        self.rows = rows.dropFirst().filter { $0.count == names.count }
    }

    /// Whether the header of a table has these columns.
    static func has(_ columns: [String], _ bytes: [UInt8]) -> Bool {
        let names = rows(of: Array(bytes.prefix(400))).first?.map { String(decoding: bytes[$0], as: UTF8.self) } ?? []
        return columns.allSatisfy { column in names.contains { $0.hasSuffix(column) } }
    }

    /// The number of a column, whose name can begin with a sign for comments.
    func column(_ name: String) throws(LabelRefusal) -> Int {
        guard let index = names.firstIndex(where: { $0 == name || $0 == "#" + name }) else {
            throw LabelRefusal(expected: "a column \(name)", found: names.joined(separator: ", "))
        }
        return index
    }

    /// Whether all rows are of one picture; a table of more that is not turned needs none.
    func isOfOne(_ picture: LabelPlacement) throws(LabelRefusal) -> Bool {
        let name = try column("filename")
        let pictures = Set(rows.map { bytes[$0[name]] }).count
        guard pictures < 2 || picture.turn.orientation == .up else { throw .pictures(pictures) }
        return pictures < 2
    }

    /// The number in a cell.
    func number(_ row: [Range<Int>], _ column: Int) throws(LabelRefusal) -> LabelNumber {
        let text = String(decoding: bytes[row[column]], as: UTF8.self)
        guard let number = LabelNumber(text) else {
            throw LabelRefusal(expected: "a number in \(names[column])", found: text)
        }
        return number
    }

    /// The places of the cells of each row.
    private static func rows(of bytes: [UInt8]) -> [[Range<Int>]] {
        var rows: [[Range<Int>]] = []
        var cells: [Range<Int>] = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var isQuoted = false
        for at in start...bytes.count {
            let byte = at < bytes.count ? bytes[at] : UInt8(ascii: "\n")
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard at == bytes.count || !isQuoted, [UInt8(ascii: ","), UInt8(ascii: "\n")].contains(byte) else {
                continue
            }
            let isEnd = byte == UInt8(ascii: "\n")
            let end = isEnd && at > start && bytes[at - 1] == UInt8(ascii: "\r") ? at - 1 : at
            cells.append(start..<end)
            start = at + 1
            if isEnd {
                rows.append(cells)
                cells = []
            }
        }
        return rows
    }
}
