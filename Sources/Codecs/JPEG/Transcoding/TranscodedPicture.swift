internal import UprightGeometry

/// A picture between decoding and encoding: for each component the symbols of its turned blocks.
struct TranscodedPicture {
    /// One component of the turned picture.
    struct Plane {
        /// The component's identifier.
        var id: Int
        /// The horizontal sampling factor.
        var horizontal: Int
        /// The vertical sampling factor.
        var vertical: Int
        /// The number of the quantization table.
        var table: Int
        /// The quantizer steps, row by row.
        var quantization: [UInt16]
        /// The symbols of its blocks.
        var symbols: SymbolStore
    }

    /// The size in pixels.
    var size: Size
    /// The components.
    var planes: [Plane]
}
