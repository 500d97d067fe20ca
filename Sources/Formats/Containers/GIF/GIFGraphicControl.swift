/// The graphic control extension, which says how the next frame is shown.
///
/// Source: GIF89a, 23.
public struct GIFGraphicControl: Sendable, Hashable {
    /// What becomes of the frame after its time, 0 to 7.
    public var disposal: UInt8
    /// How long the frame is shown, in hundredths of a second.
    public var delay: UInt16
    /// The index that is not drawn, where there is one.
    public var transparentIndex: UInt8?
}
