internal import UprightGeometry

/// A picture between decoding and encoding: for each component the symbols of its turned blocks.
struct TranscodedPicture {
    /// One component of the turned picture.
    struct Plane {
        /// The component as the frame header has it.
        var component: FrameWriter.Component
        /// The symbols of its blocks.
        var symbols: SymbolStore
    }

    /// The size in pixels.
    var size: Size
    /// Bits a sample: 8 or 12.
    var precision: Int
    /// The components.
    var planes: [Plane]
}
