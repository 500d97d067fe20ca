package import UprightBase

/// How the user wants a picture turned, as it is seen.
package enum TurnDirection: String, Sendable, Hashable, CaseIterable {
    /// As the picture's own orientation says, and no further.
    case auto
    /// By 90° counter-clockwise.
    case left
    /// By 90° clockwise.
    case right
    /// By 180°.
    case half = "180"
    /// Left and right exchanged.
    case mirror
    /// Top and bottom exchanged.
    case flip

    /// The turn that undoes this one.
    package var inverse: TurnDirection { self == .left ? .right : self == .right ? .left : self }

    /// The orientation whose transform is this turn.
    package var orientation: Orientation {
        switch self {
        case .auto: .up
        case .left: .left
        case .right: .right
        case .half: .down
        case .mirror: .upMirrored
        case .flip: .downMirrored
        }
    }
}
