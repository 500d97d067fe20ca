/// Owns symbols, which its users reach through a pointer: no references are counted block by block, for which threads would
/// wait for each other.
final class SymbolBuffer {
    /// The symbols, as long as the buffer lives.
    let words: UnsafeMutablePointer<SymbolWords>

    /// The most words that are asked for beyond those that are expected.
    private static let generousWords = 4 << 20

    /// A buffer with room for a number of words; it grows.
    ///
    /// - Parameter most: as many as there can well be. What is not used takes no memory; and a buffer that grows is copied,
    ///   and in memory twice for a while.
    init(expecting expected: Int, generously most: Int = 0) throws(JPEGCodecError) {
        let empty = try SymbolWords(expecting: max(expected, min(most, Self.generousWords)))
        words = .allocate(capacity: 1)
        words.initialize(to: empty)
    }

    deinit {
        words.pointee.deallocate()
        words.deallocate()
    }
}
