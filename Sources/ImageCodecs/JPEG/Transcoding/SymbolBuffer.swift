/// Owns symbols, which its users reach through a pointer: no references are counted block by block, for which threads would
/// wait for each other.
final class SymbolBuffer {
    /// The symbols, as long as the buffer lives.
    let words: UnsafeMutablePointer<SymbolWords>

    /// A buffer with room for a number of words; it grows.
    init(expecting expected: Int) throws(JPEGCodecError) {
        let empty = try SymbolWords(expecting: expected)
        words = .allocate(capacity: 1)
        words.initialize(to: empty)
    }

    deinit {
        words.pointee.deallocate()
        words.deallocate()
    }
}
