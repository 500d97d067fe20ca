/// A writer that one thread after another writes to: the output from its beginning, or rows of MCUs of a scan that are
/// written beside the ones before them. The bits of such rows wait for their place in a byte.
///
/// One thread uses it at a time, so that it can be handed to another.
final class ScanPart: @unchecked Sendable {
    var writer: EntropyWriter
    /// Whether no DC difference was too large to be written.
    var isSound = true

    /// - Parameter isFirst: whether it is the output from its beginning.
    init(expecting expected: Int, limit: Int, isFirst: Bool) throws(JPEGCodecError) {
        writer = try EntropyWriter(expecting: expected, limit: limit, stuffs: isFirst)
    }

    /// Writes rows of MCUs.
    func write(_ rows: Range<Int>, of layout: ScanLayout, _ tables: ScanTables) throws(JPEGCodecError) {
        isSound = try layout.write(rows, to: &writer, tables)
    }

    /// Writes the parts that follow, and ends the scan.
    ///
    /// - Returns: false where a part could not be written whole.
    func finishScan(with parts: consuming [ScanPart]) throws(JPEGCodecError) -> Bool {
        guard isSound else { return false }
        parts.reverse()
        // Each is given up as soon as it has been copied.
        while let part = parts.popLast() {
            guard part.isSound else { return false }
            try writer.append(part.writer)
        }
        try writer.reserve(16)
        writer.finishBits()
        return true
    }
}
