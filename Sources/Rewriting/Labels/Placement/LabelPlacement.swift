internal import UprightGeometry

/// How the labels of a picture move, as far as their file says on which picture they were made.
struct LabelPlacement: Sendable {
    /// How the picture was turned.
    let turn: PictureTurn
    /// On which picture the labels were made, according to the user.
    let convention: LabelConvention
    /// The size of the picture's output in bytes, by which VIA knows its picture; nil if it is not known.
    let outputBytes: Int?

    /// Returns the turn of labels whose file gives the dimensions of its picture, or none; nil if they fit the upright picture.
    func turn(width: Double?, height: Double?) throws(LabelRefusal) -> PictureTurn? {
        guard turn.orientation != .up else { return nil }
        var found: LabelConvention?
        if let width, let height {
            func isSize(_ size: Size) -> Bool { width == Double(size.width) && height == Double(size.height) }
            let (stored, displayed) = (turn.storedSize, turn.uprightSize)
            guard isSize(stored) || isSize(displayed) else {
                throw LabelRefusal(
                    expected:
                        "\(stored.width)×\(stored.height) pixels as stored or \(displayed.width)×\(displayed.height) "
                        + "as displayed", found: "labels of \(LabelNumber(width))×\(LabelNumber(height)) pixels")
            }
            if stored != displayed { found = isSize(stored) ? .stored : .displayed }
        }
        switch (convention, found) {
        case (.auto, nil):
            throw LabelRefusal(
                expected: "dimensions that tell whether the labels were made on the stored or on the displayed picture",
                found:
                    "none that differ; say it with labelled: stored, if the tool ignores Exif's orientation, or labelled: "
                    + "displayed (in the configuration, or --labelled)")
        case (.auto, let found?): return found == .stored ? turn : nil
        case (let asked, let found?) where asked != found:
            throw LabelRefusal(
                expected: "labels made on the \(asked.rawValue) picture (labelled)",
                found: "dimensions of the \(found.rawValue) one")
        case (let asked, _): return asked == .stored ? turn : nil
        }
    }
}
