/// The coding of a scan of a lossless JPEG.
///
/// Source: ITU-T T.81, annex H.
package struct LosslessScan: Hashable {
    /// The indices of the planes.
    package var planes: [Int]
    /// The Huffman table number of each plane.
    package var tables: [Int]
    /// The predictor, 1 to 7.
    package var predictor: Int
    /// The number of bits by which the samples were shifted down.
    package var pointTransform: Int
    /// The number of MCU rows between restarts; 0 for no restarts.
    package var restartRows: Int

    package init(planes: [Int], tables: [Int], predictor: Int, pointTransform: Int, restartRows: Int) {
        self.planes = planes
        self.tables = tables
        self.predictor = predictor
        self.pointTransform = pointTransform
        self.restartRows = restartRows
    }
}
