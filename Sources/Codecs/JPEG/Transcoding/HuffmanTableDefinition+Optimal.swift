extension HuffmanTableDefinition {
    /// The longest code that the first step below may make; a picture would have to be astronomically large for more.
    private static let longest = 32

    /// The table with the shortest codes for symbols that occur as often as given, none of them longer than 16 bits.
    ///
    /// The result is the same, tie by tie, as libjpeg's, so that both write the same bytes.
    ///
    /// Source: ITU-T T.81, annex K.2.
    init(optimalFor frequencies: UnsafeBufferPointer<Int>) {
        let sizes = Self.codeSizes(frequencies)
        var counts = [Int](repeating: 0, count: Self.longest + 1)
        for size in sizes where size > 0 { counts[min(size, Self.longest)] += 1 }
        // Shorten codes beyond 16 bits in pairs, by lengthening a shorter one.
        for length in stride(from: Self.longest, to: 16, by: -1) {
            while counts[length] > 0 {
                var shorter = length - 2
                while counts[shorter] == 0 { shorter -= 1 }
                counts[length] -= 2
                counts[length - 1] += 1
                counts[shorter + 1] += 2
                counts[shorter] -= 1
            }
        }
        // Take away the code of ones alone, which was kept for a symbol that does not exist.
        var last = 16
        while last > 0, counts[last] == 0 { last -= 1 }
        counts[last] -= 1
        self.counts = counts[1...16].map { UInt8($0) }
        symbols = (1...Self.longest).flatMap { length in
            (0..<256).filter { sizes[$0] == length }.map { UInt8($0) }
        }
    }

    /// The length of each symbol's code before lengths are bounded; entry 256 is the symbol that does not exist.
    private static func codeSizes(_ given: UnsafeBufferPointer<Int>) -> [Int] {
        var frequencies = Array(given) + [1]
        var sizes = [Int](repeating: 0, count: 257)
        var chain = [Int](repeating: -1, count: 257)
        while true {
            guard let first = rarest(frequencies, except: -1), let second = rarest(frequencies, except: first) else {
                return sizes
            }
            frequencies[first] += frequencies[second]
            frequencies[second] = 0
            var end = first
            sizes[end] += 1
            while chain[end] >= 0 {
                end = chain[end]
                sizes[end] += 1
            }
            chain[end] = second
            end = second
            sizes[end] += 1
            while chain[end] >= 0 {
                end = chain[end]
                sizes[end] += 1
            }
        }
    }

    /// The symbol that occurs least often, but does occur; of several, the last.
    private static func rarest(_ frequencies: [Int], except: Int) -> Int? {
        var found: Int?
        var least = Int.max
        for (symbol, frequency) in frequencies.enumerated()
        where frequency > 0 && frequency <= least && symbol != except {
            least = frequency
            found = symbol
        }
        return found
    }
}
