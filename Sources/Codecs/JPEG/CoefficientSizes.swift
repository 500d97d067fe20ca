/// The largest sizes of coefficients for a sample precision.
///
/// Source: ITU-T T.81, tables F.1, F.2, F.6 and F.7.
struct CoefficientSizes: Hashable {
    /// The maximum number of bits of a DC difference.
    let dc: Int
    /// The maximum number of bits of an AC coefficient.
    let ac: Int

    init(precision: Int) {
        dc = precision + 3
        ac = precision + 2
    }
}
