internal import CUprightCodecs
package import UprightThreads

/// Deflates bytes with libdeflate, in stripes that threads process in parallel.
///
/// libdeflate cannot continue another thread's stream, so each stripe becomes its own stream, which finds no strings in
/// the previous stripe. In every stream but the last, the last block's BFINAL bit is cleared, and an empty stored block
/// that ends at a byte boundary is appended. The concatenated streams then form one stream.
///
/// Source: RFC 1950 and RFC 1951.
package enum StripedDeflater {
    /// The longest stripe. A new start every mebibyte costs 0.05% more bytes over pictures of all kinds, and at most
    /// 1.1%; every half mebibyte, 0.3% and 3%.
    private static let longestStripe = 1 << 20
    /// The header of an empty stored block, with the bits before it that fill a byte, takes at most two bytes; its
    /// length and the complement of its length follow.
    private static let emptyBlockBytes = 6
    private static let headerBytes = 2
    private static let checksumBytes = 4

    /// Returns the number of stripes that an input is deflated in: the same for any number of threads.
    ///
    /// If there is more than one, the number is even, so that two threads finish together.
    package static func stripes(of count: Int) -> Int {
        guard count > longestStripe else { return 1 }
        return 2 * ((count - 1) / (2 * longestStripe) + 1)
    }

    /// Returns the maximum number of bytes of the output.
    package static func bound(_ count: Int) -> Int {
        let stripes = stripes(of: count)
        return headerBytes + stripes * stripeBound(count, stripes) + checksumBytes
    }

    private static func stripeBound(_ count: Int, _ stripes: Int) -> Int {
        upright_deflate_blocks_bound((count + stripes - 1) / stripes) + emptyBlockBytes
    }

    /// Deflates into a zlib stream, which is the same for any number of threads.
    ///
    /// - Parameters:
    ///   - level: the effort, 0 (none) to 12 (maximum).
    ///   - output: at least ``bound(_:)`` bytes.
    /// - Returns: the stream's length; nil if an allocation fails.
    package static func deflate(
        _ input: some DeflateSource, level: Int, into output: UnsafeMutableRawPointer,
        _ parallelism: Parallelism = .none
    ) -> Int? {
        let stripes = stripes(of: input.count)
        let stripeBound = stripeBound(input.count, stripes)
        nonisolated(unsafe) let (source, target) = (input, output + headerBytes)
        // Each stripe is written to its own region, and then moved to follow the one before it.
        let written = parallelism.map(stripes) { stripe in
            var written: (length: Int, checksum: UInt32, count: Int)?
            _ = source.withBytes((0..<source.count).share(stripe, of: stripes)) { part in
                let place = UnsafeMutableRawBufferPointer(start: target + stripe * stripeBound, count: stripeBound)
                let bytes = part.bindMemory(to: UInt8.self).baseAddress
                var length: Int? = upright_deflate_blocks(
                    bytes, part.count, place.bindMemory(to: UInt8.self).baseAddress, place.count - emptyBlockBytes,
                    Int32(level))
                if length == 0 { length = nil }
                if stripe + 1 < stripes { length = length.flatMap { open(place, $0) } }
                written = length.map { ($0, upright_adler32(1, bytes, part.count), part.count) }
            }
            return written
        }
        output.storeBytes(of: header(level: level).bigEndian, as: UInt16.self)
        var end = headerBytes
        var checksum: UInt32 = 1
        for (stripe, part) in written.enumerated() {
            guard let part else { return nil }
            let start = headerBytes + stripe * stripeBound
            if end < start { (output + end).copyMemory(from: output + start, byteCount: part.length) }
            end += part.length
            checksum = upright_adler32_joined(checksum, part.checksum, part.count)
        }
        output.storeBytes(of: checksum.bigEndian, toByteOffset: end, as: UInt32.self)
        return end + checksumBytes
    }

    /// Extends a stream so that another can follow at the next byte, and returns its new length; nil if it is not a
    /// valid stream, or if an allocation fails.
    ///
    /// - Parameter place: the stream, followed by at least ``emptyBlockBytes`` bytes.
    private static func open(_ place: UnsafeMutableRawBufferPointer, _ length: Int) -> Int? {
        guard let blocks = DeflateBlocks(scanning: UnsafeRawBufferPointer(rebasing: place[..<length])) else {
            return nil
        }
        place[blocks.last / 8] &= ~(1 << UInt8(blocks.last % 8))
        // The three bits of the header are zeros, like those that fill the byte.
        let end = (blocks.end + 3 + 7) / 8
        if blocks.end % 8 != 0 { place[blocks.end / 8] &= 1 << UInt8(blocks.end % 8) - 1 }
        for index in (blocks.end + 7) / 8..<end { place[index] = 0 }
        for (index, byte) in [0, 0, 0xFF, 0xFF].enumerated() { place[end + index] = UInt8(byte) }
        return end + 4
    }

    /// Returns the two bytes before the blocks: deflate with a window of 32 KiB, the effort, and check bits that make
    /// them a multiple of 31.
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
