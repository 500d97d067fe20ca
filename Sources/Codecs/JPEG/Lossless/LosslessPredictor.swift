/// Predicts samples from their neighbours to the left and above.
///
/// Source: ITU-T T.81, H.1.2.1 and table H.1.
struct LosslessPredictor {
    let number: Int
    /// The prediction for the first sample.
    let start: Int

    init(_ scan: LosslessScan, precision: Int) {
        number = scan.predictor
        start = 1 << (precision - scan.pointTransform - 1)
    }

    /// Returns the prediction for the sample at `x`.
    ///
    /// - Parameters:
    ///   - row: the sample's row, decoded up to `x`.
    ///   - above: the row above it; nil for the first row of the picture and after each restart.
    @inline(__always)
    func prediction(_ x: Int, _ row: UnsafePointer<UInt16>, _ above: UnsafePointer<UInt16>?) -> Int {
        guard let above else { return x == 0 ? start : Int(row[x &- 1]) }
        let b = Int(above[x])
        guard x > 0 else { return b }
        let a = Int(row[x &- 1])
        let c = Int(above[x &- 1])
        switch number {
        case 1: return a
        case 2: return b
        case 3: return c
        case 4: return a &+ b &- c
        case 5: return a &+ (b &- c) &>> 1
        case 6: return b &+ (a &- c) &>> 1
        default: return (a &+ b) &>> 1
        }
    }

    /// Returns the predictor that makes the same predictions in the transposed picture.
    static func transposed(_ number: Int) -> Int { [1: 2, 2: 1, 5: 6, 6: 5][number] ?? number }
}
