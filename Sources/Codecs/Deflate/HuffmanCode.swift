/// A canonical prefix code of limited length.
///
/// Source: RFC 1951, 3.2.2.
struct HuffmanCode {
    /// Each symbol's code length in bits; 0 for symbols that do not occur.
    private(set) var lengths: [UInt8]
    /// Each symbol's code, with its bits in the order of a deflate stream.
    private(set) var codes: [UInt16]

    /// Creates the code that writes symbols of the given frequencies in the fewest bits, with no code longer than
    /// `limit`.
    init(frequencies: [UInt32], limit: Int) {
        lengths = Self.lengths(frequencies, limit: limit)
        codes = Self.codes(lengths, limit: limit)
    }

    /// Creates the code with the given code lengths. None may exceed `limit`, and together they must fit.
    init(lengths: [UInt8], limit: Int) {
        self.lengths = lengths
        codes = Self.codes(lengths, limit: limit)
    }

    /// Returns the number of bits that symbols of the given frequencies take.
    func bits(for frequencies: [UInt32]) -> Int {
        zip(frequencies, lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
    }

    private static func lengths(_ frequencies: [UInt32], limit: Int) -> [UInt8] {
        var lengths = [UInt8](repeating: 0, count: frequencies.count)
        let used = frequencies.indices.filter { frequencies[$0] > 0 }
            .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
        // A deflate code of one symbol has one bit.
        guard used.count > 1 else {
            for symbol in used { lengths[symbol] = 1 }
            return lengths
        }
        var counts = depths(used.map { UInt64(frequencies[$0]) }, limit: limit)
        // The rarest symbols get the longest codes.
        var length = limit
        for symbol in used {
            while length > 0, counts[length] == 0 { length -= 1 }
            lengths[symbol] = UInt8(truncatingIfNeeded: length)
            counts[length] -= 1
        }
        return lengths
    }

    /// Returns the number of Huffman codes of each length, with lengths cut to `limit`.
    ///
    /// - Parameter weights: the frequencies in ascending order, at least two.
    private static func depths(_ weights: [UInt64], limit: Int) -> [Int] {
        let leaves = weights.count
        var nodes = weights
        var parents = [Int](repeating: 0, count: 2 * leaves - 1)
        var leaf = 0
        var inner = leaves
        // Inner nodes are also created in ascending order, so two queues suffice.
        for node in leaves..<2 * leaves - 1 {
            var sum: UInt64 = 0
            for _ in 0..<2 {
                if leaf < leaves, inner >= node || nodes[leaf] <= nodes[inner] {
                    sum += nodes[leaf]
                    parents[leaf] = node
                    leaf += 1
                } else {
                    sum += nodes[inner]
                    parents[inner] = node
                    inner += 1
                }
            }
            nodes.append(sum)
        }
        var depth = [Int](repeating: 0, count: 2 * leaves - 1)
        var counts = [Int](repeating: 0, count: limit + 1)
        for node in stride(from: 2 * leaves - 3, through: 0, by: -1) {
            depth[node] = depth[parents[node]] + 1
            if node < leaves { counts[min(depth[node], limit)] += 1 }
        }
        // Codes cut to the limit exceed the code space: lengthen shorter ones until all fit.
        var excess = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) } - 1 << limit
        while excess > 0 {
            var length = limit - 1
            while counts[length] == 0 { length -= 1 }
            counts[length] -= 1
            counts[length + 1] += 2
            counts[limit] -= 1
            excess -= 1
        }
        return counts
    }

    private static func codes(_ lengths: [UInt8], limit: Int) -> [UInt16] {
        var counts = [Int](repeating: 0, count: limit + 1)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var next = [Int](repeating: 0, count: limit + 1)
        for length in 1...limit { next[length] = (next[length - 1] + (length > 1 ? counts[length - 1] : 0)) << 1 }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            defer { next[Int(length)] += 1 }
            let code = UInt16(truncatingIfNeeded: next[Int(length)])
            return reversed(code) >> (16 - UInt16(length))
        }
    }

    private static func reversed(_ value: UInt16) -> UInt16 {
        var (from, to) = (value, UInt16(0))
        for _ in 0..<16 {
            to = to << 1 | from & 1
            from >>= 1
        }
        return to
    }
}
