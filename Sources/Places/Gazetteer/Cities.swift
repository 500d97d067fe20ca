internal import UprightGeodata

/// The places of the gazetteer, column by column, in the order of their tree.
struct Cities: Sendable {
    let count: Int
    let tree: CityTree
    /// Numbers of the places of 50,000 people or more that are no sections, in the order of `bigTree`.
    let big: [Int32]
    let bigTree: CityTree
    let population: [UInt32]
    /// How far a place reaches, in kilometres, `2 + 0.05 * population^0.4`: larger ones reach further.
    let radius: [Float]
    let region: [UInt16]
    /// Country of each place: that of its region.
    let country: [UInt8]
    /// 0 where none is known.
    let county: [UInt16]
    let zone: [UInt16]
    /// Whether a place is a section of a larger one.
    let isSection: [Bool]
    /// 1e-5 degrees.
    let latitude: [Int32]
    let longitude: [Int32]
    /// Names one after the other, UTF-8, each behind its length in one byte.
    let names: [UInt8]
    let nameStarts: [UInt32]

    func name(_ index: Int) -> String {
        let start = Int(nameStarts[index])
        return String(decoding: names[start + 1..<start + 1 + Int(names[start])], as: UTF8.self)
    }
}
