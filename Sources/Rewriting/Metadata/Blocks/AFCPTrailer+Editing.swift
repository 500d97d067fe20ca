internal import UprightFormats

extension AFCPTrailer {
    /// Moves every offset in a file whose trailer moved by `shift` bytes, and the positions of the offsets. Stale
    /// offsets are corrected too.
    package func shift(by shift: Int, in bytes: inout [UInt8]) {
        for position in positions.map({ $0 + shift }) where position >= 0 && position + 4 <= bytes.count {
            let old = Int(order.integer(bytes[position..<position + 4]))
            bytes.replaceSubrange(
                position..<position + 4,
                with: order.bytes(UInt64(truncatingIfNeeded: old + shift + displacement), count: 4))
        }
    }
}
