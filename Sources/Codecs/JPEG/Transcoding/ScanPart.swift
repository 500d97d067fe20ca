/// A writer for a part of the output: either the output from its start, or MCU rows of a scan that are written in
/// parallel with the rows before them. The bits of such rows are later moved to their position in a byte.
///
/// Only one thread at a time uses it, so it can be passed to another.
final class ScanPart: @unchecked Sendable {
    var writer: EntropyWriter
    /// Whether all DC differences were small enough to be written.
    var isSound = true

    /// - Parameter isFirst: whether it is the output from its start.
    init(expecting expected: Int, limit: Int, isFirst: Bool) throws(CodecError) {
        writer = try EntropyWriter(expecting: expected, limit: limit, stuffs: isFirst)
    }

    /// Creates the output from its start, in memory that was allocated with `malloc`.
    init(taking memory: UnsafeMutableRawPointer, capacity: Int, limit: Int) {
        writer = EntropyWriter(taking: memory, capacity: capacity, limit: limit)
    }

    /// Appends the parts that follow, and ends the scan.
    ///
    /// - Returns: false if a part could not be written completely.
    func finishScan(with parts: consuming [ScanPart]) throws(CodecError) -> Bool {
        guard isSound else { return false }
        parts.reverse()
        // Free each part as soon as it has been copied.
        while let part = parts.popLast() {
            guard part.isSound else { return false }
            try writer.append(part.writer)
        }
        try writer.reserve(16)
        writer.finishBits()
        return true
    }
}
