/// The quantizer of a picture coded with loss, as its header says (RFC 6386, sections 9.3 and 9.6).
package struct WebPQuantizer: Sendable, Hashable {
    /// The index of the finest quantizer of its segments: 0 (finest) to 127.
    package let index: Int

    package init(index: Int) { self.index = index }

    /// Reads the header of the first partition; nil if it is cut off.
    ///
    /// - Parameter payload: the data of a chunk `VP8 `.
    package init?(of payload: ArraySlice<UInt8>) {
        // A frame tag, a start code and the size.
        guard payload.count > 12, let header = VP8Header(payload.dropFirst(10)) else { return nil }
        let (base, all) = (header.base, header.quantizers)
        index = min(127, max(0, all.min() ?? base))
    }

    /// The quality with which libwebp quantizes all blocks by this index, 0 to 100, without noise shaping: the inverse of its
    /// `QualityToCompression`.
    var quality: Float {
        let root = 1 - (Double(index) + 0.5) / 127
        let linear = root * root * root
        let quality = linear < 0.5 ? linear * 1.5 : (linear + 1) / 2
        return Float(min(100, max(0, quality * 100)))
    }

    /// About the step of a coefficient (section 14.1).
    var step: Double { index < 55 ? Double(index + 4) : 58 + 3.1 * Double(index - 54) }
}

/// The start of the header of a VP8 frame (RFC 6386, sections 9.2 to 9.6).
struct VP8Header {
    /// The number of partitions of coefficients, 1 to 8.
    let partitions: Int
    /// The index of the quantizer, and those of the segments that have their own.
    let base: Int
    let quantizers: [Int]

    /// Reads the first partition; nil if the header is cut off.
    init?(_ partition: ArraySlice<UInt8>) {
        var bits = BooleanDecoder(partition)
        // The colour space, and whether samples have to be limited.
        bits.skip(2)
        var (isAbsolute, offsets) = (false, [Int]())
        if bits.read(1) == 1 {
            let (hasMap, hasData) = (bits.read(1) == 1, bits.read(1) == 1)
            if hasData {
                isAbsolute = bits.read(1) == 1
                offsets = (0..<4).map { _ in bits.takeSigned(7) ?? 0 }
                for _ in 0..<4 { _ = bits.takeSigned(6) }
            }
            if hasMap { for _ in 0..<3 where bits.read(1) == 1 { bits.skip(8) } }
            // Without a map, every block belongs to the first segment.
            if !hasMap { offsets = Array(offsets.prefix(1)) }
        }
        // The loop filter: its kind, level and sharpness.
        bits.skip(1 + 6 + 3)
        if bits.read(1) == 1, bits.read(1) == 1 { for _ in 0..<8 { _ = bits.takeSigned(6) } }
        partitions = 1 << bits.read(2)
        let base = bits.read(7)
        guard !bits.isExhausted else { return nil }
        self.base = base
        quantizers = offsets.isEmpty ? [base] : offsets.map { isAbsolute ? $0 : base + $0 }
    }
}

/// Decodes bits of equal probability (RFC 6386, section 7).
private struct BooleanDecoder {
    private var bytes: ArraySlice<UInt8>
    private var (value, range, count) = (0, 255, 0)
    /// Whether more bits were taken than there are.
    private(set) var isExhausted = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        value = next() << 8 | next()
    }

    private mutating func next() -> Int {
        guard let byte = bytes.popFirst() else {
            isExhausted = true
            return 0
        }
        return Int(byte)
    }

    private mutating func bit() -> Int {
        let split = 1 + ((range - 1) * 128) >> 8
        let isSet = value >= split << 8
        if isSet {
            range -= split
            value -= split << 8
        } else {
            range = split
        }
        while range < 128 {
            (value, range, count) = (value << 1, range << 1, count + 1)
            if count == 8 {
                count = 0
                value |= next()
            }
        }
        return isSet ? 1 : 0
    }

    mutating func read(_ bits: Int) -> Int { (0..<bits).reduce(0) { value, _ in value << 1 | bit() } }

    mutating func skip(_ bits: Int) { _ = read(bits) }

    /// A magnitude and a sign, behind a bit that says whether there is a number.
    mutating func takeSigned(_ bits: Int) -> Int? {
        guard read(1) == 1 else { return nil }
        let magnitude = read(bits)
        return read(1) == 1 ? -magnitude : magnitude
    }
}
