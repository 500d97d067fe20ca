internal import UprightBase
internal import UprightCodecs

/// The frames of an animation, and the canvas that they are drawn on.
package struct CodedAnimation: Sendable {
    /// The size of the canvas in pixels, as stored.
    let size: Size
    /// The frames, in the order in which they are shown; one at least.
    let frames: [CodedFrame]
}

/// A frame of an animation that is not decoded yet.
package struct CodedFrame: Sendable {
    /// What happens to the frame's rectangle before the next frame.
    enum End: Sendable {
        case stays
        /// It becomes transparent.
        case cleared
        /// It becomes what it was before the frame.
        case restored
    }

    /// Its rectangle on the canvas. It can be empty, or reach beyond.
    let rect: Rect
    /// How long it is shown, in seconds.
    let duration: Double
    /// Whether its pixels replace those of the canvas, also where they are transparent.
    let replaces: Bool
    let end: End
    /// Decodes it: rows of red, green, blue and alpha, not premultiplied, from top left.
    let decode: @Sendable () throws(CodecError) -> [UInt8]
}
