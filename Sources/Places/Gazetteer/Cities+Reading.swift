internal import Glibc
internal import UprightFormats

extension Cities {
    /// Reads the sections whose tags start with C.
    init(_ file: GazetteerFile, countryOfRegion: [UInt8], zones: Int, counties: Int) throws(GeodataError) {
        let names = try file.section("CNAM")
        var starts: [UInt32] = []
        starts.reserveCapacity(240_000)
        var at = 0
        while at < names.count {
            starts.append(UInt32(at))
            at += 1 + Int(names[at])
        }
        guard at == names.count, starts.count < 1 << 24 else { throw .corrupt(section: "CNAM", offset: at) }
        let count = starts.count
        guard !countryOfRegion.isEmpty, zones > 0, counties >= 0 else { throw .corrupt(section: "CREG", offset: 0) }
        self.count = count
        self.names = names
        nameStarts = starts
        latitude = try VariableIntegers.differences(
            "CLAT", in: file, count: count, within: -9_000_000...9_000_000, as: Int32.self)
        longitude = try VariableIntegers.differences(
            "CLON", in: file, count: count, within: -18_000_000...18_000_000, as: Int32.self)
        region = try VariableIntegers.differences(
            "CREG", in: file, count: count, within: 0...countryOfRegion.count - 1, as: UInt16.self)
        county = try VariableIntegers.differences(
            "CCTY", in: file, count: count, within: 0...counties, as: UInt16.self)
        zone = try VariableIntegers.differences("CZON", in: file, count: count, within: 0...zones - 1, as: UInt16.self)
        country = region.map { countryOfRegion[Int($0)] }

        var populations = try VariableIntegers("CPOP", in: file)
        var population: [UInt32] = []
        population.reserveCapacity(count)
        for _ in 0..<count { population.append(UInt32(try populations.next(below: 1 << 32))) }
        self.population = population
        radius = population.map { 2 + 0.05 * powf(Float($0), 0.4) }

        let flags = try file.section("CFLG")
        guard flags.count == (count + 7) / 8 else { throw .corrupt(section: "CFLG", offset: flags.count) }
        isSection = (0..<count).map { flags[$0 >> 3] >> UInt8($0 & 7) & 1 == 1 }

        let directions = Directions()
        var points: [SIMD4<Float>] = []
        points.reserveCapacity(count)
        for index in 0..<count {
            points.append(directions.vector(latitude: latitude[index], longitude: longitude[index]))
        }
        var numbers = try VariableIntegers("CBIG", in: file)
        var big: [Int32] = []
        while !numbers.isAtEnd { big.append(Int32(try numbers.next(below: count))) }
        self.big = big
        tree = CityTree(depth: 14, points: points)
        bigTree = CityTree(depth: 10, points: big.map { points[Int($0)] })
    }
}
