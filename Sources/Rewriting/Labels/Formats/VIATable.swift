internal import UprightBase

/// VIA's table: a row for each region, whose shape is JSON in a cell.
enum VIATable {
    static let format = LabelFormat(
        name: "VIA", key: "via-csv",
        isSuggested: { LabelTable.has(["filename", "region_shape_attributes"], $0) },
        turned: { (bytes, placement) throws(LabelRefusal) in try turned(bytes, &placement) })

    private static func turned(_ bytes: [UInt8], _ picture: inout LabelPlacement) throws(LabelRefusal) -> [UInt8] {
        let table = LabelTable(bytes)
        let size = try table.column("file_size")
        let shape = try table.column("region_shape_attributes")
        guard try table.isOfOne(picture) else { return bytes }
        let turn = try picture.turn(width: nil, height: nil)
        var text = LabelText(bytes)
        for row in table.rows {
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

    private static func unquoted(_ cell: ArraySlice<UInt8>) -> [UInt8] {
        guard cell.count > 1, cell.first == UInt8(ascii: "\"") else { return Array(cell) }
        return Array(String(decoding: cell.dropFirst().dropLast(), as: UTF8.self).replacing("\"\"", with: "\"").utf8)
    }
}
