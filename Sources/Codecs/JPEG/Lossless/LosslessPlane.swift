/// The samples of one component of a lossless JPEG.
package struct LosslessPlane: Hashable {
    /// The component's identifier.
    package var id: Int
    /// The horizontal sampling factor.
    package var horizontal: Int
    /// The vertical sampling factor.
    package var vertical: Int
    /// The number of the quantization table that the frame header names; it has no use.
    package var table: Int
    /// Samples in a row that are part of the picture.
    package var width: Int
    /// Rows that are part of the picture.
    package var height: Int
    /// Samples from one row to the next, those that fill the last MCU included.
    package var stride: Int
    /// The samples, after the point transform; rows that fill the last MCU included.
    package var samples: [UInt16]
}

/// How a scan of a lossless JPEG is coded.
///
/// Source: ITU-T T.81, annex H.
package struct LosslessScan: Hashable {
    /// Indices of the planes.
    package var planes: [Int]
    /// The number of the Huffman table of each.
    package var tables: [Int]
    /// The predictor, 1 to 7.
    package var predictor: Int
    /// How many bits the samples were shifted down.
    package var pointTransform: Int
    /// MCU rows from one restart to the next; 0 for none.
    package var restartRows: Int
}
