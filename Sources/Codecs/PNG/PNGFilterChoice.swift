/// Filters rows with the filter that is expected to give the fewest bytes.
///
/// The estimate is the sum of the filtered bytes' magnitudes as signed numbers: the heuristic of PNG (third edition),
/// 12.7, computed for all five filters 16 bytes at a time.
struct PNGFilterChoice: ~Copyable {
    private let unit: Int
    private let count: Int
    private let scratch: ByteBuffer

    /// The filters other than `none`, in the order of the scratch rows.
    private static let filters: [PNGFilter] = [.sub, .up, .average, .paeth]

    /// Creates a chooser for rows of `count` bytes with `unit` bytes per pixel; nil if an allocation fails.
    init?(unit: Int, count: Int) {
        guard let scratch = ByteBuffer(count: 4 * count) else { return nil }
        self.unit = unit
        self.count = count
        self.scratch = scratch
    }

    /// Filters a row in place and returns the filter.
    ///
    /// - Parameter previous: the row above, unfiltered; zeros for the first row.
    func apply(_ row: UnsafeMutablePointer<UInt8>, previous: UnsafePointer<UInt8>) -> PNGFilter {
        let costs = filter(row, previous)
        var best = costs.none
        var filter = PNGFilter.none
        for (index, cost) in [costs.sub, costs.up, costs.average, costs.paeth].enumerated() where cost < best {
            best = cost
            filter = Self.filters[index]
        }
        if filter != .none {
            UnsafeMutableRawPointer(row).copyMemory(
                from: scratch.base + (Int(filter.rawValue) - 1) * count, byteCount: count)
        }
        return filter
    }

    /// Filters a row in place with the row above it, and returns the filter.
    func applyUp(_ row: UnsafeMutablePointer<UInt8>, previous: UnsafePointer<UInt8>) -> PNGFilter {
        var i = 0
        while i < count {
            row[i] = row[i] &- previous[i]
            i &+= 1
        }
        return .up
    }

    private struct Costs {
        var none = 0
        var sub = 0
        var up = 0
        var average = 0
        var paeth = 0
    }

    /// Fills the scratch rows with the row under each filter, and sums the cost of each.
    private func filter(_ row: UnsafePointer<UInt8>, _ previous: UnsafePointer<UInt8>) -> Costs {
        let sub = scratch.base.assumingMemoryBound(to: UInt8.self)
        let up = sub + count
        let average = up + count
        let paeth = average + count
        var costs = Costs()
        var i = 0
        while i < min(unit, count) {
            let value = row[i]
            let above = previous[i]
            sub[i] = value
            up[i] = value &- above
            average[i] = value &- above &>> 1
            paeth[i] = value &- above
            costs.none &+= magnitude(value)
            costs.sub &+= magnitude(sub[i])
            costs.up &+= magnitude(up[i])
            costs.average &+= magnitude(average[i])
            costs.paeth &+= magnitude(paeth[i])
            i &+= 1
        }
        i = filterVectors(from: i, row, previous, &costs)
        while i < count {
            let value = row[i]
            let left = row[i &- unit]
            let above = previous[i]
            sub[i] = value &- left
            up[i] = value &- above
            average[i] = value &- ((left & above) &+ (left ^ above) &>> 1)
            paeth[i] = value &- PNGFilter.paeth(left, above, previous[i &- unit])
            costs.none &+= magnitude(value)
            costs.sub &+= magnitude(sub[i])
            costs.up &+= magnitude(up[i])
            costs.average &+= magnitude(average[i])
            costs.paeth &+= magnitude(paeth[i])
            i &+= 1
        }
        return costs
    }

    @inline(__always)
    private func magnitude(_ byte: UInt8) -> Int { Int(min(byte, 0 &- byte)) }

    private typealias Bytes = SIMD16<UInt8>

    /// Eight sums of magnitudes, kept separate until they could overflow.
    private struct Sum {
        private var parts = SIMD8<UInt16>.zero

        @inline(__always)
        mutating func add(_ bytes: Bytes) {
            let pairs = unsafeBitCast(PNGFilterChoice.least(bytes, 0 &- bytes), to: SIMD8<UInt16>.self)
            parts &+= (pairs & 255) &+ (pairs &>> 8)
        }

        var total: Int {
            var total = 0
            for index in 0..<8 { total &+= Int(parts[index]) }
            return total
        }
    }

    // The standard library's versions of these are generic; where they are not inlined, each vector costs a call.
    @inline(__always)
    private static func least(_ a: Bytes, _ b: Bytes) -> Bytes { a.replacing(with: b, where: b .< a) }

    @inline(__always)
    private static func greatest(_ a: Bytes, _ b: Bytes) -> Bytes { a.replacing(with: b, where: a .< b) }

    /// Filters all whole vectors, and returns the index of the first byte that is left.
    private func filterVectors(
        from start: Int, _ row: UnsafePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ costs: inout Costs
    ) -> Int {
        let values = UnsafeRawPointer(row)
        let lefts = values - unit
        let aboves = UnsafeRawPointer(previous)
        let corners = aboves - unit
        let sub = scratch.base
        let up = sub + count
        let average = up + count
        let paeth = average + count
        var i = start
        while i &+ 16 <= count {
            // 255 pairs of magnitudes of at most 128 fit into a part of a sum.
            let stop = min(count, i &+ 255 &* 16)
            var sums = (none: Sum(), sub: Sum(), up: Sum(), average: Sum(), paeth: Sum())
            while i &+ 16 <= stop {
                let value = values.loadUnaligned(fromByteOffset: i, as: Bytes.self)
                let left = lefts.loadUnaligned(fromByteOffset: i, as: Bytes.self)
                let above = aboves.loadUnaligned(fromByteOffset: i, as: Bytes.self)
                let corner = corners.loadUnaligned(fromByteOffset: i, as: Bytes.self)
                let bySub = value &- left
                let byUp = value &- above
                let byAverage = value &- ((left & above) &+ ((left ^ above) &>> 1))
                let byPaeth = value &- predictor(left, above, corner)
                sub.storeBytes(of: bySub, toByteOffset: i, as: Bytes.self)
                up.storeBytes(of: byUp, toByteOffset: i, as: Bytes.self)
                average.storeBytes(of: byAverage, toByteOffset: i, as: Bytes.self)
                paeth.storeBytes(of: byPaeth, toByteOffset: i, as: Bytes.self)
                sums.none.add(value)
                sums.sub.add(bySub)
                sums.up.add(byUp)
                sums.average.add(byAverage)
                sums.paeth.add(byPaeth)
                i &+= 16
            }
            costs.none &+= sums.none.total
            costs.sub &+= sums.sub.total
            costs.up &+= sums.up.total
            costs.average &+= sums.average.total
            costs.paeth &+= sums.paeth.total
        }
        return i
    }

    /// Returns the Paeth predictor of 16 samples, using bytes only.
    ///
    /// Let a be the distance between above and corner, and b that between left and corner. If the corner lies between
    /// the other two, the third distance is |a − b|. Otherwise it is a + b, which is never the smallest, so the largest
    /// byte replaces it.
    @inline(__always)
    private func predictor(_ left: Bytes, _ above: Bytes, _ corner: Bytes) -> Bytes {
        let a = Self.greatest(above, corner) &- Self.least(above, corner)
        let b = Self.greatest(left, corner) &- Self.least(left, corner)
        let isBetween = (above .< corner) .^ (left .< corner)
        let c = Bytes(repeating: 255).replacing(
            with: Self.greatest(a, b) &- Self.least(a, b), where: isBetween)
        let least = Self.least(a, Self.least(b, c))
        return corner.replacing(with: above, where: b .== least).replacing(with: left, where: a .== least)
    }
}
