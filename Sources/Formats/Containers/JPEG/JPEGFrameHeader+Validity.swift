internal import UprightBase

extension JPEGFrameHeader {
    /// Why no decoder accepts the header; nil for a valid one.
    ///
    /// Source: ITU-T T.81, table B.2.
    package var invalidity: String? {
        if size.width == 0 { return "the frame header gives a width of 0" }
        if size.height == 0 { return "the frame header gives a height of 0, and no DNL segment gives another" }
        if components.isEmpty { return "the frame header has no components" }
        let outside = components.first { !(1...4).contains($0.horizontal) || !(1...4).contains($0.vertical) }
        if let outside {
            return "component \(outside.id) has the sampling factors \(outside.horizontal)×\(outside.vertical), "
                + "expected 1 to 4"
        }
        return nil
    }
}
