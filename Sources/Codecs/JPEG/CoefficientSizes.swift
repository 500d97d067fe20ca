/// How large coefficients can be, by the bits of a sample.
///
/// Source: ITU-T T.81, tables F.1, F.2, F.6 and F.7.
struct CoefficientSizes: Hashable {
    /// The bits that a difference of two DC coefficients takes at most.
    let dc: Int
    /// The bits that an AC coefficient takes at most.
    let ac: Int

    init(precision: Int) {
        dc = precision + 3
        ac = precision + 2
    }
}
