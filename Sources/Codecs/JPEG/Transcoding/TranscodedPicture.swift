internal import UprightGeometry

/// A picture between decoding and encoding: the symbols of each component's turned blocks.
struct TranscodedPicture {
    /// One component of the turned picture.
    struct Plane {
        /// The component, as in the frame header.
        var component: FrameWriter.Component
        /// The symbols of its blocks.
        var symbols: SymbolStore
    }

    /// The size in pixels.
    var size: Size
    /// Bits per sample: 8 or 12.
    var precision: Int
    /// The components.
    var planes: [Plane]
}
