internal import UprightContainers
internal import Glibc

/// The symbols, bits and restarts of one scan that are to be entropy-coded, in order.
///
/// The Huffman table of a progressive scan depends on how often each symbol occurs in it. Recording the symbols avoids
/// a second pass over the blocks.
final class ProgressiveRecord {
    /// Marks an entry that has a symbol: bits 29...30 are its table, bits 16...23 the symbol.
    private static let symbolFlag: UInt32 = 1 << 31
    /// Marks an entry without a symbol as a restart.
    private static let restart: UInt32 = 1 << 30
    /// The maximum number of tables that a scan can use.
    private static let tableCount = 4
    /// The maximum number of bytes of an entry: 16 bits of code and 16 more bits, each byte stuffed.
    private static let bytesPerEntry = 8

    /// The entries: bits 24...28 are the number of bits (after the symbol, if there is one), bits 0...15 the bits.
    private var entries: UnsafeMutablePointer<UInt32>
    private var count = 0
    private var capacity: Int
    /// How often each symbol occurs, table by table.
    private let frequencies: UnsafeMutablePointer<Int>

    /// Creates an empty record with space for a number of entries; it grows as needed.
    init(expecting expected: Int) throws(JPEGCodecError) {
        capacity = max(expected, 4096)
        guard let entries = malloc(capacity * 4),
            let frequencies = calloc(Self.tableCount * 256, MemoryLayout<Int>.stride)
        else { throw JPEGCodecError(outOfMemoryFor: "\(capacity) symbols of a scan") }
        self.entries = entries.bindMemory(to: UInt32.self, capacity: capacity)
        self.frequencies = frequencies.bindMemory(to: Int.self, capacity: Self.tableCount * 256)
    }

    deinit {
        free(entries)
        free(frequencies)
    }

    /// Removes all entries but keeps the memory.
    func clear() {
        count = 0
        frequencies.update(repeating: 0, count: Self.tableCount * 256)
    }

    /// Ensures that there is space for a number of entries.
    @inline(__always)
    func reserve(_ more: Int) throws(JPEGCodecError) {
        if capacity &- count < more { try grow(more) }
    }

    @inline(never)
    private func grow(_ more: Int) throws(JPEGCodecError) {
        let larger = capacity * 2 + more
        guard let memory = realloc(entries, larger * 4) else {
            throw JPEGCodecError(outOfMemoryFor: "\(larger) symbols of a scan")
        }
        entries = memory.bindMemory(to: UInt32.self, capacity: larger)
        capacity = larger
    }

    /// Adds a symbol followed by up to 15 bits. The space must have been reserved.
    @inline(__always)
    func append(symbol: Int, _ bits: Int, _ length: Int, table: Int = 0) {
        frequencies[table &<< 8 | symbol] &+= 1
        entries[count] =
            Self.symbolFlag | UInt32(truncatingIfNeeded: table &<< 29 | length &<< 24 | symbol &<< 16 | bits)
        count &+= 1
    }

    /// Adds up to 16 bits. The space must have been reserved.
    @inline(__always)
    func append(_ bits: Int, _ length: Int) {
        entries[count] = UInt32(truncatingIfNeeded: length &<< 24 | bits)
        count &+= 1
    }

    /// Adds a restart marker. The space must have been reserved.
    func appendRestart() {
        entries[count] = Self.restart
        count &+= 1
    }

    /// Returns the table with the shortest codes for the symbols of one of the scan's tables.
    func optimalTable(_ table: Int = 0) -> HuffmanTableDefinition {
        HuffmanTableDefinition(optimalFor: UnsafeBufferPointer(start: frequencies + 256 * table, count: 256))
    }

    /// Writes all entries, with each symbol's code from its table.
    func write(to writer: inout EntropyWriter, tables: [HuffmanTableDefinition]) throws(JPEGCodecError) {
        let codes = tables.flatMap(Self.codes)
        var restarts: UInt8 = 0
        var index = 0
        while index < count {
            let end = min(count, index &+ 256)
            try writer.reserve(256 * Self.bytesPerEntry + 16)
            while index < end {
                let entry = entries[index]
                index &+= 1
                let length = Int(truncatingIfNeeded: entry &>> 24 & 31)
                if entry & Self.symbolFlag != 0 {
                    let extra = length & 15
                    let slot = Int(truncatingIfNeeded: entry &>> 21 & 0x300 | entry &>> 16 & 0xFF)
                    let code = codes[slot]
                    writer.put(
                        (code &>> 8) &<< UInt64(truncatingIfNeeded: extra) | UInt64(entry & 0xFFFF),
                        Int(truncatingIfNeeded: code & 0xFF) &+ extra)
                } else if entry & Self.restart == 0 {
                    writer.put(UInt64(entry & 0xFFFF), length)
                } else {
                    writer.finishBits()
                    try writer.append([JPEGMarker.prefix, JPEGMarker.rst0 + restarts])
                    restarts = (restarts + 1) & 7
                    try writer.reserve(256 * Self.bytesPerEntry + 16)
                }
            }
        }
        try writer.reserve(16)
        writer.finishBits()
    }

    /// Returns each symbol's code, with the code's length in the lowest 8 bits.
    private static func codes(_ table: HuffmanTableDefinition) -> [UInt64] {
        var codes = [UInt64](repeating: 0, count: 256)
        for (symbol, code) in zip(table.symbols, table.canonicalCodes() ?? []) {
            codes[Int(symbol)] = UInt64(code.code) << 8 | UInt64(code.length)
        }
        return codes
    }
}
