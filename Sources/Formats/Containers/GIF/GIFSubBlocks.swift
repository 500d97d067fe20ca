/// Data sub-blocks: each has a length byte of 1 to 255 and that many bytes; a length of 0 ends them.
///
/// Source: GIF89a, 15 and 16.
public enum GIFSubBlocks {
    /// Returns the end of the sub-blocks that start at an offset, after the terminator, and whether there is a
    /// terminator.
    static func end(in bytes: [UInt8], from offset: Int) -> (end: Int, isTerminated: Bool) {
        var at = offset
        while at < bytes.count {
            let length = Int(bytes[at])
            at += 1 + length
            if length == 0 { return (at, true) }
        }
        return (bytes.count, false)
    }

    /// Returns the joined data of the sub-blocks in a range. The inverse of ``serialized(_:)``.
    public static func joined(in bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var data: [UInt8] = []
        data.reserveCapacity(range.count)
        var at = range.lowerBound
        while at < range.upperBound, bytes[at] != 0 {
            let next = at + 1 + Int(bytes[at])
            data += bytes[at + 1..<min(next, range.upperBound)]
            at = next
        }
        return data
    }

    /// Returns the data in sub-blocks of the maximum length, with the terminator.
    public static func serialized(_ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + data.count / 255 + 2)
        var at = 0
        while at < data.count {
            let end = min(at + 255, data.count)
            bytes.append(UInt8(end - at))
            bytes += data[at..<end]
            at = end
        }
        bytes.append(0)
        return bytes
    }
}
