internal import UprightFormats

/// The places of the gazetteer as columns, in the order of their tree.
struct Cities: Sendable {
    let count: Int
    let tree: CityTree
    /// The numbers of the places with at least 50,000 people that are not sections, in the order of `bigTree`.
    let big: [Int32]
    let bigTree: CityTree
    let population: [UInt32]
    /// The radius of a place in kilometres, `2 + 0.05 * population^0.4`: larger places reach further.
    let radius: [Float]
    let region: [UInt16]
    /// The country of each place, which is that of its region.
    let country: [UInt8]
    /// The county; 0 if it is unknown.
    let county: [UInt16]
    let zone: [UInt16]
    /// Whether a place is a section of a larger one.
    let isSection: [Bool]
    /// In units of 1e-5 degrees.
    let latitude: [Int32]
    let longitude: [Int32]
    /// The concatenated names in UTF-8, each preceded by its length in one byte.
    let names: [UInt8]
    let nameStarts: [UInt32]

    func name(_ index: Int) -> String {
        let start = Int(nameStarts[index])
        return String(decoding: names[start + 1..<start + 1 + Int(names[start])], as: UTF8.self)
    }
}
