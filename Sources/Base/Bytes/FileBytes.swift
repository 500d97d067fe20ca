/// A file of any size, of which parts are read: the index of a video, and not its samples.
package final class FileBytes {
    package let count: Int
    private let fetch: (Range<Int>) -> [UInt8]?
    /// How many bytes may still be read.
    private var left: Int

    /// How many bytes are read of one file in all, unless said otherwise.
    package static let standardBudget = 512 << 20

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - count: its size.
    ///   - budget: how many bytes may be read in all; beyond them, nothing is read.
    ///   - fetch: reads a range that lies within the file; nil if it cannot be read.
    package init(count: Int, budget: Int = standardBudget, fetch: @escaping (Range<Int>) -> [UInt8]?) {
        self.count = count
        self.fetch = fetch
        left = budget
    }

    /// Creates a file that is in memory.
    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count, budget: .max) { Array(bytes[$0]) }
    }

    /// Returns bytes of the file; nil if there are fewer, or if they cannot be read.
    package func bytes(_ length: Int, at offset: Int) -> [UInt8]? {
        guard length >= 0, offset >= 0, offset <= count, length <= count - offset, length <= left else { return nil }
        guard length > 0 else { return [] }
        left -= length
        guard let bytes = fetch(offset..<offset + length), bytes.count == length else { return nil }
        return bytes
    }

    /// All bytes of the file; nil if they cannot be read, or are more than may be read.
    package var all: [UInt8]? { bytes(count, at: 0) }
}
