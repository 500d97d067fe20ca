/// Encodes the variant of LZW that GIF uses, in data sub-blocks.
///
/// When the table is full it is kept for as long as its strings serve well, which saves more than it costs to start again:
/// the clear code is deferred, as the format allows.
struct LZWEncoder: ~Copyable {
    /// The strings of the table: in each slot `prefix << 20 | byte << 12 | code`, found by a hash of prefix and byte. A string
    /// has at least two bytes, so that its code is never 0, and 0 marks a free slot.
    private let slots: UnsafeMutablePointer<UInt32>
    private static let slotBits = 14
    private static let slotCount = 1 << slotBits

    /// An encoder; it may be used for any number of frames.
    init() {
        slots = .allocate(capacity: Self.slotCount)
        slots.initialize(repeating: 0, count: Self.slotCount)
    }

    deinit { slots.deallocate() }

    /// The smallest minimum code size under which all the given indices can be written, at least 2.
    static func codeSize(for indices: UnsafeRawBufferPointer) -> Int {
        var all: UInt8 = 0
        for index in indices { all |= index }
        return max(2, 8 - all.leadingZeroBitCount)
    }

    /// Encodes colour indices. The inverse of ``LZWDecoder/decode(_:codeSize:into:)``, but for the sub-blocks.
    ///
    /// - Parameter codeSize: the minimum code size, 2 to 8; no index may need more bits.
    /// - Returns: the data sub-blocks with their terminator.
    func encode(_ indices: UnsafeRawBufferPointer, codeSize: Int) -> [UInt8] {
        var writer = SubBlockWriter(capacity: indices.count / 3 + 64)
        let clear = 1 &<< codeSize
        var bits = codeSize &+ 1
        var next = clear &+ 2
        var yield = Yield()
        reset()
        writer.append(clear, bits)
        guard var prefix = indices.first.map({ Int($0) }) else {
            writer.append(clear &+ 1, bits)
            return writer.finished()
        }
        var position = 1
        var begin = 0
        let count = indices.count
        while position < count {
            let byte = UInt32(indices[position])
            let key = UInt32(truncatingIfNeeded: prefix) &<< 8 | byte
            var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) &>> UInt32(32 - Self.slotBits))
            while slots[slot] != 0, slots[slot] &>> 12 != key { slot = (slot &+ 1) & (Self.slotCount &- 1) }
            if slots[slot] != 0 {
                prefix = Int(slots[slot] & 0xFFF)
                position &+= 1
                continue
            }
            writer.append(prefix, bits)
            if next < LZW.mostCodes {
                // A code is as long as the decoder's table demands, which lags one string behind.
                if next == 1 &<< bits { bits &+= 1 }
                slots[slot] = key &<< 12 | UInt32(truncatingIfNeeded: next)
                next &+= 1
            } else if yield.isFalling(position &- begin) {
                writer.append(clear, bits)
                bits = codeSize &+ 1
                next = clear &+ 2
                yield = Yield()
                reset()
            }
            begin = position
            prefix = Int(byte)
            position &+= 1
        }
        writer.append(prefix, bits)
        if next == 1 &<< bits, bits < LZW.mostBits { bits &+= 1 }
        writer.append(clear &+ 1, bits)
        return writer.finished()
    }

    private func reset() { slots.update(repeating: 0, count: Self.slotCount) }

    /// Watches how many pixels a code of a full table stands for.
    private struct Yield {
        private var codes = 0
        private var pixels = 0
        private var best = 0

        /// How many codes are looked at together.
        private static let window = 128

        /// Takes a code's string into account; true when the table has come to serve worse than it did.
        mutating func isFalling(_ length: Int) -> Bool {
            codes &+= 1
            pixels &+= length
            guard codes == Self.window else { return false }
            let current = pixels
            codes = 0
            pixels = 0
            guard current >= best else { return current &* 8 < best &* 7 }
            best = current
            return false
        }
    }

    /// Collects bits, the lowest first, into data sub-blocks of 255 bytes.
    private struct SubBlockWriter {
        private var bytes: [UInt8] = []
        private var word: UInt64 = 0
        private var pending = 0
        private var blockStart = 0

        init(capacity: Int) {
            bytes.reserveCapacity(capacity)
            bytes.append(0)
        }

        @inline(__always)
        mutating func append(_ code: Int, _ bits: Int) {
            word |= UInt64(truncatingIfNeeded: code) &<< UInt64(truncatingIfNeeded: pending)
            pending &+= bits
            while pending >= 8 { flushByte() }
        }

        @inline(__always)
        private mutating func flushByte() {
            if bytes.count &- blockStart == 256 {
                bytes[blockStart] = 255
                blockStart = bytes.count
                bytes.append(0)
            }
            bytes.append(UInt8(truncatingIfNeeded: word))
            word &>>= 8
            pending &-= 8
        }

        /// The sub-blocks, with the last bits and the terminator.
        mutating func finished() -> [UInt8] {
            if pending > 0 {
                pending = 8
                flushByte()
            }
            bytes[blockStart] = UInt8(truncatingIfNeeded: bytes.count - blockStart - 1)
            if bytes.count - blockStart > 1 { bytes.append(0) }
            return bytes
        }
    }
}
