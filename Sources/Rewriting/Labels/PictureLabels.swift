package import UprightBase

/// Labels of the objects in one picture: a file beside it, or its part of the labels of a data set.
///
/// Coordinates and the picture's dimensions are replaced in place; every other byte stays. A member that is not known and holds
/// numbers that can be places in the picture is refused. `upright-batch annotations` splits the files of whole data sets, and merges
/// them again.
package struct PictureLabels: Sendable {
    /// Labels that fit the upright picture.
    package struct Turned: Sendable, Hashable {
        /// The file.
        package let bytes: [UInt8]
        /// The name of the format.
        package let format: String
        /// On which picture the labels were made; nil if it does not matter, as for a picture that is not turned.
        package let convention: LabelConvention?
    }

    /// The formats; the first that matches a file is taken.
    private static let all = [
        MaskLabels.format, VOCLabels.format, CVATLabels.format, LabelMeLabels.format, VIALabels.format,
        LabelStudioLabels.format, CreateMLLabels.format, COCOLabels.format, RecordLabels.format, VIATable.format,
        TensorFlowTable.format, MOTLabels.format, YOLOLabels.format, TextLabels.format,
    ]

    private let turn: PictureTurn
    private let options: LabelOptions

    /// Creates the turn of labels.
    ///
    /// - Parameters:
    ///   - turn: how the picture was turned.
    ///   - options: what the files do not say.
    package init(_ turn: PictureTurn, _ options: LabelOptions = LabelOptions()) {
        (self.turn, self.options) = (turn, options)
    }

    /// Returns a file with its labels turned, the same bytes if they fit the upright picture as they are; nil if it holds no labels.
    ///
    /// - Throws: why labels cannot be turned, or that nothing says on which picture they were made.
    package func turned(_ bytes: [UInt8]) throws(LabelRefusal) -> Turned? {
        for format in Self.formats(of: bytes, options.format) {
            var placement = LabelPlacement(turn: turn, options: options)
            guard let made = try format.turned(bytes, &placement) else { continue }
            return Turned(bytes: made, format: format.name, convention: placement.found)
        }
        return nil
    }

    /// Returns the orientation by which a mask of the picture is turned that is a file of its own.
    ///
    /// - Throws: that it has another size, or that nothing says on which picture it was made.
    package func orientation(ofMask size: Size) throws(LabelRefusal) -> Orientation {
        var placement = LabelPlacement(turn: turn, options: options)
        return try placement.turn(width: Double(size.width), height: Double(size.height))?.orientation ?? .up
    }

    /// Whether a file holds labels, or a part of it that looks like them.
    package static func areIn(_ bytes: [UInt8]) -> Bool {
        formats(of: bytes, nil).contains { $0.key != RecordLabels.format.key }
    }

    /// The names of the formats of what no other format knows.
    package static let plainFormats: Set = [RecordLabels.format.name, TextLabels.format.name]

    /// The names that ``LabelOptions/format`` can have.
    package static let formats = all.map(\.key).filter { $0 != TextLabels.format.key }

    private static func formats(of bytes: [UInt8], _ asked: String?) -> [LabelFormat] {
        all.filter { asked == nil ? $0.isSuggested(bytes) : $0.key == asked }
    }
}
