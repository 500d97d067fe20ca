internal import UprightFormats

extension Borders {
    /// Reads the sections ABOX, ARCS, POLY, GRID and CAND.
    init(_ file: GazetteerFile, countries: Int, regions: Int) throws(GeodataError) {
        var boxes = try VariableIntegers("ABOX", in: file)
        let packed = try file.section("ARCS")
        let stretchCount = try boxes.next(below: 1 << 24)
        var stretches: [Stretch] = []
        stretches.reserveCapacity(stretchCount)
        var start = 0
        var west = 0
        var south = 0
        for _ in 0..<stretchCount {
            let count = try boxes.next(below: 256)
            let isCoast = try boxes.next(below: 2) == 1
            let length = try boxes.next(below: packed.count - start + 1)
            west += try boxes.nextSigned()
            south += try boxes.nextSigned()
            let width = try boxes.next(below: 3_600_001)
            let height = try boxes.next(below: 1_800_001)
            let first = try boxes.next(below: height + 1)
            let last = try boxes.next(below: height + 1)
            guard count >= 2, west.magnitude <= 1_800_000, south.magnitude <= 900_000 else {
                throw .corrupt(section: "ABOX", offset: stretches.count)
            }
            stretches.append(
                Stretch(
                    west: Int32(west), south: Int32(south), east: Int32(west + width), north: Int32(south + height),
                    first: Int32(south + first), last: Int32(south + last), start: Int32(start), count: UInt8(count),
                    isCoast: isCoast))
            start += length
        }

        var reader = try VariableIntegers("POLY", in: file)
        var polygons = [Polygon(country: 0, region: 0, stretches: 0..<0)]
        var of: [Int32] = []
        for _ in 0..<(try reader.next(below: 0x8000)) {
            let country = UInt8(try reader.next(below: countries))
            let region = UInt16(try reader.next(below: regions))
            let start = of.count
            var stretch = 0
            for _ in 0..<(try reader.next(below: stretchCount + 1)) {
                stretch += try reader.next()
                guard stretch < stretchCount else { throw .corrupt(section: "POLY", offset: of.count) }
                of.append(Int32(stretch))
            }
            polygons.append(Polygon(country: country, region: region, stretches: start..<of.count))
        }

        var candidateReader = try VariableIntegers("CAND", in: file)
        var lists: [(start: Int32, inside: UInt16, near: UInt16)] = []
        var candidates: [UInt16] = []
        for _ in 0..<(try candidateReader.next(below: 0x8000)) {
            let inside = try candidateReader.next(below: 0x8000)
            let near = try candidateReader.next(below: 0x8000)
            lists.append((Int32(candidates.count), UInt16(inside), UInt16(near)))
            for _ in 0..<inside + near { candidates.append(UInt16(try candidateReader.next(below: polygons.count))) }
        }

        var gridReader = try VariableIntegers("GRID", in: file)
        let cellCount = 360 * 180 * Self.cells * Self.cells
        var grid: [UInt16] = []
        grid.reserveCapacity(cellCount)
        while !gridReader.isAtEnd {
            let value = try gridReader.next(below: 0x10000)
            let run = try gridReader.next(below: cellCount - grid.count + 1)
            guard value < 0x8000 ? value < polygons.count : value - 0x8000 < lists.count else {
                throw .corrupt(section: "GRID", offset: grid.count)
            }
            grid.append(contentsOf: repeatElement(UInt16(value), count: run))
        }
        guard grid.count == cellCount else { throw .corrupt(section: "GRID", offset: grid.count) }
        self.init(
            polygons: polygons, stretchesOfPolygons: of, stretches: stretches, packed: packed, grid: grid, lists: lists,
            candidates: candidates)
    }
}
