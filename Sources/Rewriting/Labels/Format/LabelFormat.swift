internal import UprightBase

/// A format of labels. To add one, add a file in `Formats` and a line in ``PictureLabels``.
struct LabelFormat: Sendable {
    /// Its name for people.
    let name: String
    /// Its name in options.
    let key: String
    /// Whether a file looks like it, as far as a search for its marks tells.
    let isSuggested: @Sendable ([UInt8]) -> Bool
    /// Returns the file turned; nil if it has another format after all.
    let turned: @Sendable ([UInt8], inout LabelPlacement) throws(LabelRefusal) -> [UInt8]?

    /// A format in JSON.
    ///
    /// - Parameters:
    ///   - marks: text that all its files contain.
    ///   - matches: whether a file has the format.
    ///   - turn: turns a file.
    static func json(
        _ name: String, key: String, marks: [String], matches: @escaping @Sendable (LocatedJSON) -> Bool,
        turn: @escaping @Sendable (LocatedJSON, inout JSONLabels, inout LabelPlacement) throws(LabelRefusal) -> Void
    ) -> LabelFormat {
        LabelFormat(
            name: name, key: key,
            isSuggested: { bytes in
                [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(firstByte(of: bytes)) && holds(marks, bytes)
            },
            turned: { (bytes, placement) throws(LabelRefusal) in
                let root: LocatedJSON
                do throws(JSONSyntaxError) { root = try LocatedJSON(parsing: bytes) } catch {
                    guard placement.turn.orientation != .up, !marks.isEmpty else { return nil }
                    throw LabelRefusal("they cannot be read as labels of \(name): \(error)")
                }
                guard matches(root) else { return nil }
                var labels = JSONLabels(bytes, side: placement.side)
                try turn(root, &labels, &placement)
                return labels.text.edited
            })
    }

    /// A format in XML.
    ///
    /// - Parameter root: the name of the outermost element.
    static func xml(
        _ name: String, key: String, root: String,
        turn: @escaping @Sendable (LocatedXML, inout XMLLabels, inout LabelPlacement) throws(LabelRefusal) -> Void
    ) -> LabelFormat {
        LabelFormat(
            name: name, key: key,
            isSuggested: { bytes in
                firstByte(of: bytes) == UInt8(ascii: "<")
                    && (holds(["<\(root)>"], bytes) || holds(["<\(root) "], bytes))
            },
            turned: { (bytes, placement) throws(LabelRefusal) in
                guard placement.turn.orientation != .up else { return bytes }
                var labels = XMLLabels(bytes, side: placement.side)
                try turn(try LocatedXML(parsing: bytes), &labels, &placement)
                return labels.text.edited
            })
    }

    private static func holds(_ marks: [String], _ bytes: [UInt8]) -> Bool {
        marks.allSatisfy { bytes.firstRange(of: Array($0.utf8)) != nil }
    }

    private static func firstByte(of bytes: [UInt8]) -> UInt8? {
        bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0D, 0x0A].contains($0) }
    }
}
