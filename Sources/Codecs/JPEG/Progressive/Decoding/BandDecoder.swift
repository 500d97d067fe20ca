/// Decodes a scan of a band of AC coefficients, block by block.
///
/// Source: ITU-T T.81, G.1.2.2, G.1.2.3 and G.2.
struct BandDecoder {
    var reader: EntropyReader
    private let table: HuffmanDecodingTable.Lookup
    private let start: Int
    private let end: Int
    private let low: Int16
    private let mostBits: Int
    private let natural: UnsafeMutablePointer<Int>
    /// The number of blocks, from the next one on, whose band has ended.
    private(set) var endOfBandRun = 0

    init(reader: EntropyReader, table: HuffmanDecodingTable.Lookup, start: Int, end: Int, low: Int, mostBits: Int) {
        self.reader = reader
        self.table = table
        self.start = start
        self.end = end
        self.low = Int16(low)
        self.mostBits = mostBits
        natural = .allocate(capacity: 64)
        natural.initialize(from: CoefficientMap.natural, count: 64)
    }

    func deallocate() { natural.deallocate() }

    /// Decodes a block in the first scan of the band.
    ///
    /// - Parameter mask: the block's nonzero coefficients, in zigzag order.
    /// - Returns: whether the data was valid.
    @inline(__always)
    mutating func begin(_ block: UnsafeMutablePointer<Int16>, _ mask: inout UInt64) -> Bool {
        guard endOfBandRun == 0 else {
            endOfBandRun &-= 1
            return true
        }
        var reader = self.reader
        defer { self.reader = reader }
        var position = start
        while position <= end {
            reader.refill()
            let entry = table.entries[reader.peek(HuffmanDecodingTable.lookahead)]
            var value = Int16(truncatingIfNeeded: entry &>> 16)
            if value != 0 {
                reader.skip(Int(truncatingIfNeeded: entry & 0xFF))
                position &+= Int(truncatingIfNeeded: entry &>> 12 & 15)
            } else {
                guard let symbol = reader.symbol(entry, table) else { return false }
                let size = Int(symbol & 15)
                let run = Int(symbol &>> 4)
                if size == 0 {
                    guard run == 15 else {
                        takeRun(run, &reader)
                        endOfBandRun &-= 1
                        return true
                    }
                    position &+= 16
                    guard position <= end else { return false }
                    continue
                }
                guard size <= mostBits else { return false }
                value = Int16(truncatingIfNeeded: reader.value(size: size))
                position &+= run
            }
            guard position <= end else { return false }
            block[natural[position]] = value &<< low
            mask |= 1 &<< UInt64(truncatingIfNeeded: position)
            position &+= 1
        }
        return true
    }

    /// Decodes a block in a refinement scan of the band.
    ///
    /// - Parameter mask: the block's nonzero coefficients, in zigzag order.
    /// - Returns: whether the data was valid.
    @inline(__always)
    mutating func refine(_ block: UnsafeMutablePointer<Int16>, _ mask: inout UInt64) -> Bool {
        var reader = self.reader
        defer { self.reader = reader }
        // The rest of the band, and the coefficients that were nonzero before this scan.
        var band = ~0 &>> UInt64(63 &- end) & ~0 &<< UInt64(truncatingIfNeeded: start)
        let old = mask
        while endOfBandRun == 0, band != 0 {
            reader.refill()
            let entry = table.entries[reader.peek(HuffmanDecodingTable.lookahead)]
            var value = Int16(truncatingIfNeeded: entry &>> 16)
            var run = Int(truncatingIfNeeded: entry &>> 12 & 15)
            if value != 0 {
                guard entry &>> 8 & 15 == 1 else { return false }
                reader.skip(Int(truncatingIfNeeded: entry & 0xFF))
            } else {
                guard let symbol = reader.symbol(entry, table) else { return false }
                run = Int(symbol &>> 4)
                switch symbol & 15 {
                case 0 where run < 15:
                    takeRun(run, &reader)
                    continue
                case 0: break
                case 1: value = Int16(truncatingIfNeeded: reader.value(size: 1))
                default: return false
                }
            }
            // The place follows a run of zeros; every nonzero coefficient before it gets a correction bit.
            var zeros = band & ~old
            for _ in 0..<run { zeros &= zeros &- 1 }
            guard zeros != 0 else { return false }
            let place = zeros & (0 &- zeros)
            correct(block, band & old & (place &- 1), &reader)
            if value != 0 {
                block[natural[place.trailingZeroBitCount]] = value &<< low
                mask |= place
            }
            band &= ~(place | (place &- 1))
        }
        if endOfBandRun > 0 {
            correct(block, band & old, &reader)
            endOfBandRun &-= 1
        }
        return true
    }

    /// Reads the number of blocks in a run.
    @inline(__always)
    private mutating func takeRun(_ size: Int, _ reader: inout EntropyReader) {
        endOfBandRun = 1 &<< size
        guard size > 0 else { return }
        endOfBandRun &+= reader.peek(size)
        reader.skip(size)
    }

    /// Reads a bit for each of the coefficients and adds it to their magnitudes.
    @inline(__always)
    private func correct(_ block: UnsafeMutablePointer<Int16>, _ places: UInt64, _ reader: inout EntropyReader) {
        var rest = places
        let one = 1 &<< low
        while rest != 0 {
            reader.refill()
            // The reader holds bits for 32 of them.
            var count = 0
            while rest != 0, count < 32 {
                let index = natural[rest.trailingZeroBitCount]
                rest &= rest &- 1
                let bit = Int16(truncatingIfNeeded: reader.peek(1))
                reader.skip(1)
                let value = block[index]
                let sign = value &>> 15
                // Never twice: libjpeg leaves a coefficient alone that already has the bit.
                let change = (value & one) == 0 ? ((one ^ sign) &- sign) & (0 &- bit) : 0
                block[index] = value &+ change
                count &+= 1
            }
        }
    }
}
