internal import UprightBase

/// VIA's table: a row for each region, whose shape is JSON in a cell.
enum VIATable {
    static let format = LabelFormat(
        name: "VIA", key: "via-csv",
        isSuggested: { bytes in
            let start = bytes.prefix(400)
            return start.firstRange(of: Array("filename,".utf8)) != nil
                && start.firstRange(of: Array(",region_shape_attributes".utf8)) != nil
        },
        turned: { (bytes, placement) throws(LabelRefusal) in try turned(bytes, &placement) })

    private static func turned(_ bytes: [UInt8], _ picture: inout LabelPlacement) throws(LabelRefusal) -> [UInt8] {
        let rows = rows(of: bytes)
        let names = (rows.first ?? []).map { String(decoding: bytes[$0], as: UTF8.self) }
        func column(_ name: String) throws(LabelRefusal) -> Int {
            guard let index = names.firstIndex(where: { $0.hasSuffix(name) }) else {
                throw LabelRefusal(expected: "a column \(name)", found: names.joined(separator: ", "))
            }
            return index
        }
        let (name, size) = (try column("filename"), try column("file_size"))
        let shape = try column("region_shape_attributes")
        let regions = rows.dropFirst().filter { $0.count == names.count }
        let pictures = Set(regions.map { bytes[$0[name]] })
        guard pictures.count < 2 else {
            if picture.turn.orientation == .up { return bytes }
            throw .pictures(pictures.count)
        }
        let turn = try picture.turn(width: nil, height: nil)
        var text = LabelText(bytes)
        for row in regions {
            if let turn {
                let cell = unquoted(bytes[row[shape]])
                let root: LocatedJSON
                do throws(JSONSyntaxError) { root = try LocatedJSON(parsing: cell) } catch {
                    throw LabelRefusal("region_shape_attributes: \(error)")
                }
                if !root.members.isEmpty {
                    var labels = JSONLabels(cell, side: picture.side)
                    try VIALabels.move(root, &labels, turn)
                    let made = String(decoding: labels.text.edited, as: UTF8.self)
                    text.replace(row[shape], by: "\"" + made.replacing("\"", with: "\"\"") + "\"")
                }
            }
            if let count = picture.options.outputBytes { text.replace(row[size], by: "\(count)") }
        }
        return text.edited
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

    private static func unquoted(_ cell: ArraySlice<UInt8>) -> [UInt8] {
        guard cell.count > 1, cell.first == UInt8(ascii: "\"") else { return Array(cell) }
        return Array(String(decoding: cell.dropFirst().dropLast(), as: UTF8.self).replacing("\"\"", with: "\"").utf8)
    }
}
