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

    /// A scan of some planes.
    package init(planes: [Int], tables: [Int], predictor: Int, pointTransform: Int, restartRows: Int) {
        self.planes = planes
        self.tables = tables
        self.predictor = predictor
        self.pointTransform = pointTransform
        self.restartRows = restartRows
    }
}
