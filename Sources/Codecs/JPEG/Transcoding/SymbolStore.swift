internal import Glibc

/// The symbols of all blocks of one plane, and their DC coefficients; the blocks came in any order.
final class SymbolStore {
    /// How many blocks wide the plane is.
    let width: Int
    /// How many blocks high the plane is.
    let height: Int
    /// The DC coefficient of each block, row by row.
    let dc: UnsafeMutablePointer<Int16>
    /// Where the symbols of each block begin, row by row; see ``SymbolAddresses``.
    let starts: UnsafeMutablePointer<UInt32>
    private let buffers: [SymbolBuffer]
    private let bases: UnsafeMutablePointer<UnsafePointer<UInt16>>

    /// The buffer of a store that has one.
    var buffer: SymbolBuffer { buffers[0] }

    /// A store for a plane of the given size in blocks, with room for a number of symbols; it grows.
    convenience init(width: Int, height: Int, expecting expected: Int) throws(JPEGCodecError) {
        try self.init(width: width, height: height, buffers: [SymbolBuffer(expecting: expected)])
    }

    /// A store for a plane whose symbols lie in the given buffers, one or more.
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

    /// Where the symbols are. Buffers that grow move: valid once all blocks are there, as long as the store lives.
    var addresses: SymbolAddresses {
        for (index, buffer) in buffers.enumerated() { bases[index] = UnsafePointer(buffer.words.pointee.symbols) }
        return SymbolAddresses(bases: bases, count: buffers.count)
    }

    /// How many symbols the fullest buffer holds.
    var largestBuffer: Int { buffers.map(\.words.pointee.count).max() ?? 0 }

    /// The bits that the largest AC coefficient takes.
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
