/// Owns symbols, which its users reach through a pointer: this avoids reference counting for every block, for which
/// threads would contend.
final class SymbolBuffer {
    /// The symbols, valid while the buffer lives.
    let words: UnsafeMutablePointer<SymbolWords>

    /// The maximum number of words to allocate beyond the expected number.
    private static let generousWords = 4 << 20

    /// Creates a buffer with space for a number of words; it grows as needed.
    ///
    /// - Parameter most: a generous upper bound. Unused space takes no memory, whereas a buffer that grows is copied,
    ///   and is in memory twice for a while.
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
