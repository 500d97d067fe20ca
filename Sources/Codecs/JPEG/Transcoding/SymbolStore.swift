internal import Glibc

/// The symbols and DC coefficients of all blocks of one plane. The blocks can arrive in any order.
final class SymbolStore {
    /// The plane's width in blocks.
    let width: Int
    /// The plane's height in blocks.
    let height: Int
    /// The DC coefficient of each block, row by row.
    let dc: UnsafeMutablePointer<Int16>
    /// The start of each block's symbols, row by row; see ``SymbolAddresses``.
    let starts: UnsafeMutablePointer<UInt32>
    private let buffers: [SymbolBuffer]
    private let bases: UnsafeMutablePointer<UnsafePointer<UInt16>>

    /// The buffer of a store that has only one.
    var buffer: SymbolBuffer { buffers[0] }

    /// Creates a store for a plane of the given size in blocks, with space for a number of symbols; it grows as needed.
    convenience init(width: Int, height: Int, expecting expected: Int) throws(JPEGCodecError) {
        try self.init(width: width, height: height, buffers: [SymbolBuffer(expecting: expected)])
    }

    /// Creates a store for a plane whose symbols lie in the given buffers, one or more.
    init(width: Int, height: Int, buffers: [SymbolBuffer]) throws(JPEGCodecError) {
        self.width = width
        self.height = height
        self.buffers = buffers
        let blocks = max(width * height, 1)
        guard let dc = malloc(blocks * 2), let starts = malloc(blocks * 4) else {
            throw JPEGCodecError(outOfMemoryFor: "\(blocks) blocks of symbols")
        }
        self.dc = dc.bindMemory(to: Int16.self, capacity: blocks)
        self.starts = starts.bindMemory(to: UInt32.self, capacity: blocks)
        bases = .allocate(capacity: buffers.count)
        for (index, buffer) in buffers.enumerated() {
            (bases + index).initialize(to: UnsafePointer(buffer.words.pointee.symbols))
        }
    }

    deinit {
        free(dc)
        free(starts)
        bases.deallocate()
    }

    /// The addresses of the symbols. Buffers move as they grow, so they are valid only when all blocks are stored, and
    /// while the store lives.
    var addresses: SymbolAddresses {
        for (index, buffer) in buffers.enumerated() { bases[index] = UnsafePointer(buffer.words.pointee.symbols) }
        return SymbolAddresses(bases: bases, count: buffers.count)
    }

    /// The number of symbols in the fullest buffer.
    var largestBuffer: Int { buffers.map(\.words.pointee.count).max() ?? 0 }

    /// The size in bits of the largest AC coefficient.
    var largestSize: Int { frequencies.indices.filter { frequencies[$0] > 0 }.map { $0 & 15 }.max() ?? 0 }

    /// How often each run and size occurs, 256 numbers.
    var frequencies: [Int] {
        var sums = [Int](repeating: 0, count: 256)
        for buffer in buffers {
            for symbol in 0..<256 { sums[symbol] += buffer.words.pointee.frequencies[symbol] }
        }
        return sums
    }
}
