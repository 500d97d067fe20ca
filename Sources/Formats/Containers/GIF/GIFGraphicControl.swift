/// The graphic control extension, which defines how to show the next frame.
///
/// Source: GIF89a, 23.
public struct GIFGraphicControl: Sendable, Hashable {
    /// What happens to the frame after its delay, 0 to 7.
    public var disposal: UInt8
    /// The delay until the next frame, in hundredths of a second.
    public var delay: UInt16
    /// The colour index that is not drawn; nil if there is none.
    public var transparentIndex: UInt8?
}
