internal import UprightBase

/// The table of TensorFlow's object detection, as Roboflow exports it: a row for each box,
/// `filename,width,height,class,xmin,ymin,xmax,ymax`.
enum TensorFlowTable {
    static let format = LabelFormat(
        name: "TensorFlow", key: "tensorflow", isSuggested: { LabelTable.has(["filename"] + corners, $0) },
        turned: { (bytes, placement) throws(LabelRefusal) in try turned(bytes, &placement) })

    private static let corners = ["xmin", "ymin", "xmax", "ymax"]

    private static func turned(_ bytes: [UInt8], _ picture: inout LabelPlacement) throws(LabelRefusal) -> [UInt8] {
        let table = LabelTable(bytes)
        guard try table.isOfOne(picture), !table.rows.isEmpty else { return bytes }
        let sides = try [table.column("width"), table.column("height")]
        var corners: [Int] = []
        for name in Self.corners { corners.append(try table.column(name)) }
        var text = LabelText(bytes)
        for row in table.rows {
            let (width, height) = (try table.number(row, sides[0]).double, try table.number(row, sides[1]).double)
            guard let turn = try picture.turn(width: width, height: height) else { continue }
            var box: [LabelNumber] = []
            for column in corners { box.append(try table.number(row, column)) }
            let size = [turn.uprightSize.width, turn.uprightSize.height].map { LabelNumber($0) }
            for (column, number) in zip(corners + sides, LabelFrame(turn).corners(box) + size) {
                text.replace(row[column], by: number.description)
            }
        }
        return text.edited
    }
}
