extension HuffmanTableDefinition {
    /// The longest code that the first step below can make; only an astronomically large picture would need longer
    /// ones.
    private static let longest = 32

    /// Creates the table with the shortest codes, of at most 16 bits, for the given symbol frequencies.
    ///
    /// It resolves ties as libjpeg does, so that both write the same bytes.
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
        // Remove the code of all ones, which was reserved for a symbol that does not exist.
        var last = 16
        while last > 0, counts[last] == 0 { last -= 1 }
        counts[last] -= 1
        self.counts = counts[1...16].map { UInt8($0) }
        symbols = (1...Self.longest).flatMap { length in
            (0..<256).filter { sizes[$0] == length }.map { UInt8($0) }
        }
    }

    /// Whether this can be an AC table that ``init(optimalFor:)`` makes for a picture of 8 bits per sample.
    ///
    /// It need not be one. Tables that are not made for the picture usually have all symbols; but no picture has, because the
    /// largest coefficients do not occur after the longest runs of zeros. And other ways to make tables have another order.
    var canBeOptimal: Bool {
        // Symbols increase among those whose codes would have the same length without a limit.
        let descents = zip(symbols, symbols.dropFirst()).filter { $0 >= $1 }.count
        return symbols.count < Self.acSymbols && descents < Self.longest
    }

    /// The number of AC symbols of 8-bit samples: 16 runs with 10 sizes, the end of a block and 16 zeros.
    private static let acSymbols = 162

    /// Returns the length of each symbol's code before lengths are limited; entry 256 is the symbol that does not
    /// exist.
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

    /// Returns the symbol with the lowest nonzero frequency; of several, the last.
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
