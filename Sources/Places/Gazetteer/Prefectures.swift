internal import UprightFormats

/// The prefectures of mainland China (GB/T 2260), which people there call cities. A position belongs to the prefecture of the nearest
/// county's seat in its region: of 2,853 counties, a point inside is in the right one for 98 %.
struct Prefectures: Sendable {
    struct Prefecture: Sendable {
        /// The default name, which no other prefecture of the region has.
        var name: String
        /// The names by language: in Chinese the official ones, of which a city's lacks the word for its kind; in others, of those
        /// without a place of their name.
        var names: [String: String]
        var latitude: Double
        var longitude: Double
    }

    /// The sections that they are in.
    static let tags = ["DIVN", "DPRE", "DLAT", "DLON"]

    let all: [Prefecture]
    /// The prefectures of each region, by the region's number.
    let ofRegions: [UInt16: [Int]]
    /// The counties' seats of each region, as unit vectors, each with its prefecture.
    private let seats: [UInt16: [(point: SIMD4<Float>, prefecture: Int)]]

    /// Reads the sections; there are none in a file with the user's places.
    init(_ file: GazetteerFile, regions: Int) throws(GeodataError) {
        guard file.tags.contains("DIVN") else {
            (all, ofRegions, seats) = ([], [:], [:])
            return
        }
        var all: [Prefecture] = []
        var region: [UInt16] = []
        for fields in try file.table("DIVN") {
            guard fields.count > 3, let number = UInt16(fields[0]), number < regions, let latitude = Int(fields[2]),
                let longitude = Int(fields[3])
            else { throw .corrupt(section: "DIVN", offset: all.count) }
            region.append(number)
            let names = fields.dropFirst(4).map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            all.append(
                Prefecture(
                    name: fields[1],
                    names: Dictionary(names.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first },
                    latitude: Double(latitude) / 1e3, longitude: Double(longitude) / 1e3))
        }
        var numbers = try VariableIntegers("DPRE", in: file)
        var counts: [Int] = []
        while !numbers.isAtEnd { counts.append(try numbers.next(below: 1 << 16)) }
        let total = counts.reduce(0, +)
        let rows = try VariableIntegers.differences(
            "DLAT", in: file, count: total, within: -90_000...90_000, as: Int32.self)
        let columns = try VariableIntegers.differences(
            "DLON", in: file, count: total, within: -180_000...180_000, as: Int32.self)
        guard counts.count == all.count else { throw .corrupt(section: "DPRE", offset: counts.count) }
        var seats: [UInt16: [(point: SIMD4<Float>, prefecture: Int)]] = [:]
        var at = 0
        for (prefecture, count) in counts.enumerated() {
            for index in at..<at + count {
                let point = CityTree.vector(
                    latitude: Double(rows[index]) / 1e3, longitude: Double(columns[index]) / 1e3)
                seats[region[prefecture], default: []].append((point, prefecture))
            }
            at += count
        }
        self.all = all
        self.seats = seats
        ofRegions = Dictionary(grouping: all.indices) { region[$0] }
    }

    /// Returns the prefecture of a position in a region; nil if the region has none.
    func prefecture(at point: SIMD4<Float>, in region: UInt16) -> Int? {
        var best: (prefecture: Int, chord: Float)?
        for seat in seats[region] ?? [] {
            let difference = seat.point - point
            let chord = (difference * difference).sum()
            if chord < best?.chord ?? .infinity { best = (seat.prefecture, chord) }
        }
        return best?.prefecture
    }
}
