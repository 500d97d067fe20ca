package import UprightGeometry
internal import UprightJSON

/// Labels of the objects in one picture, in a file beside it: `a.txt` and `a.json` for `a.jpg`.
///
/// Text files are YOLO's, JSON files LabelMe's, COCO's, Label Studio's or VIA's. Numbers are replaced in place; every other byte
/// stays. `upright-batch annotations` turns the files of whole data sets, and masks.
package struct PictureLabels: Sendable {
    private let placement: LabelPlacement

    /// Creates the turn of labels.
    ///
    /// - Parameters:
    ///   - turn: how the picture was turned.
    ///   - convention: on which picture the labels were made.
    ///   - outputBytes: the size of the picture's output; nil if it is not known.
    package init(_ turn: PictureTurn, madeOn convention: LabelConvention, outputBytes: Int? = nil) {
        placement = LabelPlacement(turn: turn, convention: convention, outputBytes: outputBytes)
    }

    /// Returns a file with its labels turned, and the name of their format; nil if it holds no labels, or if they fit the upright
    /// picture as they are.
    ///
    /// - Throws: why labels cannot be turned, or that nothing says on which picture they were made.
    package func turned(_ bytes: [UInt8]) throws(LabelRefusal) -> (bytes: [UInt8], format: String)? {
        guard let first = bytes.drop(while: { Self.space.contains($0) }).first else { return nil }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            guard placement.turn.orientation != .up, let labels = YOLOLabels(bytes) else { return nil }
            return try labels.turned(by: placement).map { ($0, "YOLO") }
        }
        guard let format = JSONLabels.formats.first(where: { $0.isSuggested(by: bytes) }) else { return nil }
        let root: LocatedJSON
        do throws(JSONSyntaxError) { root = try LocatedJSON(parsing: bytes) } catch {
            guard placement.turn.orientation != .up else { return nil }
            throw LabelRefusal("they cannot be read as labels of \(format.name): \(error)")
        }
        guard format.matches(root) else { return nil }
        var labels = JSONLabels(bytes)
        try format.turn(root, &labels, placement)
        return labels.edited.map { ($0, format.name) }
    }

    /// Whether a file holds labels, or a part of it that looks like them.
    package static func areIn(_ bytes: [UInt8]) -> Bool {
        let first = bytes.drop(while: { space.contains($0) }).first
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return YOLOLabels(bytes) != nil }
        return JSONLabels.formats.contains { $0.isSuggested(by: bytes) }
    }

    private static let space = Set(Array("\u{FEFF} \t\r\n".utf8))
}
