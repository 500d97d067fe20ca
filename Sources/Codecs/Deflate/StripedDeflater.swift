internal import CUprightCodecs
package import UprightThreads

/// Deflates bytes by libdeflate, in stripes that threads work on side by side.
///
/// libdeflate cannot go on where another thread stopped, so each stripe becomes a stream of its own, which finds no strings
/// in the stripe before it. Of all but the last, the last block is made one of many, and followed by an empty stored block
/// that ends with a byte: the streams, one behind the other, are one stream then.
///
/// Source: RFC 1950 and RFC 1951.
package enum StripedDeflater {
    /// The longest stripe. Beginning anew every mebibyte takes 0.05% more bytes over pictures of all kinds, and 1.1% at
    /// most; every half of one, 0.3% and 3%.
    private static let longestStripe = 1 << 20
    /// The header of an empty stored block, with the bits before it that fill up a byte, takes two bytes at most; then come
    /// its length and the complement of that.
    private static let emptyBlockBytes = 6
    private static let headerBytes = 2
    private static let checksumBytes = 4

    /// The number of stripes that an input is deflated in: the same for any number of threads.
    ///
    /// Where there are several, their number is even: two threads then end together.
    package static func stripes(of count: Int) -> Int {
        guard count > longestStripe else { return 1 }
        return 2 * ((count - 1) / (2 * longestStripe) + 1)
    }

    /// The most bytes that an input can take.
    package static func bound(_ count: Int) -> Int {
        let stripes = stripes(of: count)
        return headerBytes + stripes * stripeBound(count, stripes) + checksumBytes
    }

    private static func stripeBound(_ count: Int, _ stripes: Int) -> Int {
        upright_deflate_blocks_bound((count + stripes - 1) / stripes) + emptyBlockBytes
    }

    /// Deflates into a zlib stream, which does not depend on how many threads take part.
    ///
    /// - Parameters:
    ///   - level: the effort, 0 (none) to 12 (all there is).
    ///   - output: at least ``bound(_:)`` bytes.
    /// - Returns: the stream's length; nil where there is not enough memory.
    package static func deflate(
        _ input: UnsafeRawBufferPointer, level: Int, into output: UnsafeMutableRawPointer,
        _ parallelism: Parallelism = .none
    ) -> Int? {
        let stripes = stripes(of: input.count)
        let stripeBound = stripeBound(input.count, stripes)
        nonisolated(unsafe) let (source, target) = (input, output + headerBytes)
        // Each stripe is written where no other can reach, and put behind the one before it then.
        let lengths = parallelism.map(stripes) { stripe in
            let part = UnsafeRawBufferPointer(rebasing: source[(0..<source.count).share(stripe, of: stripes)])
            let place = UnsafeMutableRawBufferPointer(start: target + stripe * stripeBound, count: stripeBound)
            let length = upright_deflate_blocks(
                part.bindMemory(to: UInt8.self).baseAddress, part.count,
                place.bindMemory(to: UInt8.self).baseAddress, place.count - emptyBlockBytes, Int32(level))
            guard length > 0 else { return Int?.none }
            return stripe + 1 == stripes ? length : open(place, length)
        }
        output.storeBytes(of: header(level: level).bigEndian, as: UInt16.self)
        var end = headerBytes
        for (stripe, length) in lengths.enumerated() {
            guard let length else { return nil }
            let start = headerBytes + stripe * stripeBound
            if end < start { (output + end).copyMemory(from: output + start, byteCount: length) }
            end += length
        }
        let checksum = upright_adler32(input.bindMemory(to: UInt8.self).baseAddress, input.count)
        output.storeBytes(of: checksum.bigEndian, toByteOffset: end, as: UInt32.self)
        return end + checksumBytes
    }

    /// Makes a stream one that goes on with the next byte, and returns its new length; nil where it is not a stream, or
    /// there is not enough memory.
    ///
    /// - Parameter place: the stream, and at least ``emptyBlockBytes`` behind it.
    private static func open(_ place: UnsafeMutableRawBufferPointer, _ length: Int) -> Int? {
        guard let blocks = DeflateBlocks(scanning: UnsafeRawBufferPointer(rebasing: place[..<length])) else {
            return nil
        }
        place[blocks.last / 8] &= ~(1 << UInt8(blocks.last % 8))
        // The three bits of the header are zeros, like those that fill up the byte.
        let end = (blocks.end + 3 + 7) / 8
        if blocks.end % 8 != 0 { place[blocks.end / 8] &= 1 << UInt8(blocks.end % 8) - 1 }
        for index in (blocks.end + 7) / 8..<end { place[index] = 0 }
        for (index, byte) in [0, 0, 0xFF, 0xFF].enumerated() { place[end + index] = UInt8(byte) }
        return end + 4
    }

    /// The two bytes before the blocks: deflate with a window of 32 KiB, how hard was tried, and the check that makes them
    /// a multiple of 31.
    private static func header(level: Int) -> UInt16 {
        let effort: UInt16 =
            switch level {
            case ...1: 0
            case ...5: 1
            case ...7: 2
            default: 3
            }
        let bits = 0x7800 | effort << 6
        return bits + 31 - bits % 31
    }
}
