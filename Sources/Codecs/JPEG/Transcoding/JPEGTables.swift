internal import UprightFormats

/// The tables in force at a position in a file.
struct JPEGTables {
    /// Huffman tables by class and number, as in the first byte of a definition: 0x00...0x03 DC, 0x10...0x13 AC.
    private(set) var huffman: [UInt8: HuffmanTableDefinition] = [:]
    /// Quantizer steps by number, in row-major order.
    private(set) var quantization: [Int: [UInt16]] = [:]

    /// Reads the definitions before a scan.
    ///
    /// - Parameter segments: the file's segments after those of the last call; on return, those from the scan's header
    ///   on.
    /// - Returns: false if a definition is malformed.
    mutating func read(
        _ segments: inout ArraySlice<JPEGSegment>, before scan: JPEGScan, in bytes: [UInt8]
    ) -> Bool {
        while segments.startIndex < scan.segmentIndex, let first = segments.popFirst() {
            guard read(first, in: bytes) else { return false }
        }
        return true
    }

    /// Reads the definitions of a segment, if it has any.
    ///
    /// - Returns: false if a definition is malformed.
    private mutating func read(_ segment: JPEGSegment, in bytes: [UInt8]) -> Bool {
        var rest = bytes[segment.payload]
        switch segment.marker {
        case JPEGMarker.dht:
            while let id = rest.popFirst() {
                let counts = Array(rest.prefix(16))
                let total = counts.reduce(0) { $0 + Int($1) }
                guard id & 0xEC == 0, counts.count == 16, total <= 256, rest.count >= 16 + total else { return false }
                rest = rest.dropFirst(16)
                huffman[id] = HuffmanTableDefinition(counts: counts, symbols: Array(rest.prefix(total)))
                rest = rest.dropFirst(total)
            }
        case JPEGMarker.dqt:
            while let id = rest.popFirst() {
                let width = id >> 4 == 0 ? 1 : 2
                guard id & 0xEC == 0, rest.count >= 64 * width else { return false }
                var steps = [UInt16](repeating: 0, count: 64)
                for natural in CoefficientMap.natural {
                    let high = width == 2 ? UInt16(rest.removeFirst()) << 8 : 0
                    steps[natural] = high | UInt16(rest.removeFirst())
                }
                quantization[Int(id & 3)] = steps
            }
        default:
            break
        }
        return true
    }
}
