/// Encodes GIF's LZW variant, in data sub-blocks.
///
/// A full table is kept while it compresses well, which saves more than starting over would: the format allows the
/// clear code to be deferred.
struct LZWEncoder: ~Copyable {
    /// The strings of the table that are not in `first`: each slot is `prefix << 20 | byte << 12 | code`, at a hash of
    /// prefix and byte. A string has at least two bytes, so its code is never 0, and 0 marks a free slot.
    private let slots: UnsafeMutablePointer<UInt32>
    private static let slotBits = 14
    private static let slotCount = 1 << slotBits
    /// For each code, the first string that extends its own: `byte << 16 | code`, or 0. Most strings are the first, so
    /// most are found without a hash.
    private let first: UnsafeMutablePointer<UInt32>

    /// Creates an encoder, which can encode any number of frames.
    init() {
        slots = .allocate(capacity: Self.slotCount)
        first = .allocate(capacity: LZW.mostCodes)
        slots.initialize(repeating: 0, count: Self.slotCount)
        first.initialize(repeating: 0, count: LZW.mostCodes)
    }

    deinit {
        slots.deallocate()
        first.deallocate()
    }

    /// Returns the smallest minimum code size for all the given indices, at least 2.
    static func codeSize(for indices: UnsafeRawBufferPointer) -> Int {
        var all: UInt8 = 0
        for index in indices { all |= index }
        return max(2, 8 - all.leadingZeroBitCount)
    }

    /// Encodes colour indices. The inverse of ``LZWDecoder/decode(_:codeSize:into:)``, except for the sub-blocks.
    ///
    /// - Parameter codeSize: the minimum code size, 2 to 8; no index may need more bits.
    /// - Returns: the minimum code size and the data sub-blocks with their terminator; nil if an allocation fails.
    func encode(_ indices: UnsafeRawBufferPointer, codeSize: Int) -> [UInt8]? {
        guard var writer = CodeWriter(capacity: indices.count / 3 + 64) else { return nil }
        let clear = 1 &<< codeSize
        var bits = codeSize &+ 1
        var next = clear &+ 2
        var yield = Yield()
        reset()
        writer.append(clear, bits)
        guard let pixels = indices.baseAddress, var prefix = indices.first.map({ Int($0) }) else {
            writer.append(clear &+ 1, bits)
            return writer.subBlocks(codeSize: codeSize)
        }
        var position = 1
        var begin = 0
        let count = indices.count
        while position < count {
            let byte = UInt32(pixels.load(fromByteOffset: position, as: UInt8.self))
            let only = first[prefix]
            if only != 0, only &>> 16 == byte {
                prefix = Int(only & 0xFFF)
                position &+= 1
                continue
            }
            let key = UInt32(truncatingIfNeeded: prefix) &<< 8 | byte
            var slot = 0
            if only != 0 {
                slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) &>> UInt32(32 - Self.slotBits))
                while slots[slot] != 0, slots[slot] &>> 12 != key { slot = (slot &+ 1) & (Self.slotCount &- 1) }
                if slots[slot] != 0 {
                    prefix = Int(slots[slot] & 0xFFF)
                    position &+= 1
                    continue
                }
            }
            writer.append(prefix, bits)
            if next < LZW.mostCodes {
                // A code has the length that the decoder's table requires, which lags one string behind.
                if next == 1 &<< bits { bits &+= 1 }
                let code = UInt32(truncatingIfNeeded: next)
                if only == 0 { first[prefix] = byte &<< 16 | code } else { slots[slot] = key &<< 12 | code }
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
        return writer.subBlocks(codeSize: codeSize)
    }

    private func reset() {
        slots.update(repeating: 0, count: Self.slotCount)
        first.update(repeating: 0, count: LZW.mostCodes)
    }

    /// Measures how many pixels each code of a full table represents.
    private struct Yield {
        private var codes = 0
        private var pixels = 0
        private var best = 0

        /// The number of codes that are measured together.
        private static let window = 32

        /// Counts a code's string. Returns true when the table compresses clearly worse than at its best.
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

    /// Collects codes, lowest bit first.
    private struct CodeWriter: ~Copyable {
        private var buffer: ByteBuffer
        private var offset = 0
        private var word: UInt64 = 0
        private var pending = 0
        private var isOutOfMemory = false

        init?(capacity: Int) {
            guard let buffer = ByteBuffer(count: capacity + 8) else { return nil }
            self.buffer = buffer
        }

        /// Adds a code and writes the complete bytes. It stores eight bytes; the next call overwrites the incomplete
        /// ones.
        @inline(__always)
        mutating func append(_ code: Int, _ bits: Int) {
            word |= UInt64(truncatingIfNeeded: code) &<< UInt64(truncatingIfNeeded: pending)
            pending &+= bits
            if offset &+ 8 > buffer.count { grow() }
            buffer.base.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
            // At most 7 bits were left, and a code has at most 12.
            let bytes = pending &>> 3
            offset &+= bytes
            word &>>= UInt64(truncatingIfNeeded: bytes &* 8)
            pending &= 7
        }

        private mutating func grow() {
            guard let larger = ByteBuffer(count: 2 * buffer.count) else {
                // What follows is discarded: it is written within the existing memory.
                isOutOfMemory = true
                offset = 0
                return
            }
            larger.base.copyMemory(from: buffer.base, byteCount: offset)
            buffer = larger
        }

        /// Returns the minimum code size, sub-blocks of 255 bytes with the last bits, and the terminator.
        consuming func subBlocks(codeSize: Int) -> [UInt8]? {
            guard !isOutOfMemory else { return nil }
            // The last bits are already stored after the complete bytes.
            let data = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<(offset + (pending > 0 ? 1 : 0))])
            let blocks = (data.count + 254) / 255
            return [UInt8](unsafeUninitializedCapacity: data.count + blocks + 2) { output, count in
                output[0] = UInt8(truncatingIfNeeded: codeSize)
                count = 1
                var start = 0
                while start < data.count {
                    let length = min(255, data.count - start)
                    output[count] = UInt8(truncatingIfNeeded: length)
                    let block = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(output)[(count + 1)...])
                    block.copyMemory(from: UnsafeRawBufferPointer(rebasing: data[start..<start + length]))
                    start += length
                    count += 1 + length
                }
                output[count] = 0
                count += 1
            }
        }
    }
}
