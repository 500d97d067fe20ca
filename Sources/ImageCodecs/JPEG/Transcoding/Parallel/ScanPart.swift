/// Rows of MCUs of a scan, written beside the others. The bits that do not fill a byte wait in its writer.
///
/// Made by one thread and then only read, it can be handed to another.
final class ScanPart: @unchecked Sendable {
    let writer: EntropyWriter
    /// Whether no DC difference was too large to be written.
    let isSound: Bool

    /// - Parameter rows: the rows; where they are not the first ones, the bits wait for their place in a byte.
    init(
        _ layout: ScanLayout, _ rows: Range<Int>, _ tables: ScanTables, expecting expected: Int, limit: Int
    ) throws(JPEGCodecError) {
        var writer = try EntropyWriter(expecting: expected, limit: limit, stuffs: rows.lowerBound == 0)
        isSound = try layout.write(rows, to: &writer, tables)
        self.writer = writer
    }
}
