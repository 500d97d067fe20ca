internal import Glibc

/// Writes bits, most significant first, with a zero byte stuffed behind every byte of ones; and whole bytes, without.
struct EntropyWriter: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var next: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>
    private let limit: Int
    /// The bits that wait, the last one at the bottom.
    private var bits: UInt64 = 0
    /// How many more bits `bits` can take.
    private var free = 64

    /// A writer with room for the expected number of bytes, that grows up to a limit.
    init(expecting expected: Int, limit: Int) throws(JPEGCodecError) {
        let capacity = max(4096, min(expected, limit))
        guard let memory = malloc(capacity) else { throw JPEGCodecError(outOfMemoryFor: "\(capacity) bytes of output") }
        base = memory.bindMemory(to: UInt8.self, capacity: capacity)
        next = base
        end = base + capacity
        self.limit = max(limit, capacity)
    }

    deinit { Glibc.free(base) }

    /// What has been written.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: next - base)) }

    /// Makes sure that there is room for a number of bytes.
    @inline(__always)
    mutating func reserve(_ count: Int) throws(JPEGCodecError) {
        if end - next < count { try grow(count) }
    }

    @inline(never)
    private mutating func grow(_ count: Int) throws(JPEGCodecError) {
        let used = next - base
        // What is reserved is mostly not used, so the last reservation may pass the limit.
        guard used <= limit else { throw JPEGCodecError(outputPast: limit) }
        let capacity = max(min((end - base) * 2, limit), used) + count
        guard let memory = realloc(base, capacity) else {
            throw JPEGCodecError(outOfMemoryFor: "\(capacity) bytes of output")
        }
        base = memory.bindMemory(to: UInt8.self, capacity: capacity)
        next = base + used
        end = base + capacity
    }

    /// Writes the lowest bits of a value, up to 32; there is nothing above them. Room must have been reserved.
    @inline(__always)
    mutating func put(_ value: UInt64, _ length: Int) {
        free &-= length
        if free >= 0 {
            bits = bits &<< UInt64(truncatingIfNeeded: length) | value
            return
        }
        let over = 0 &- free
        bits = bits &<< UInt64(truncatingIfNeeded: length &- over) | value &>> UInt64(truncatingIfNeeded: over)
        flushWord()
        bits = value
        free &+= 64
    }

    @inline(__always)
    private mutating func flushWord() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        if (~bits &- ones) & bits & (ones << 7) == 0 {
            UnsafeMutableRawPointer(next).storeBytes(of: bits.bigEndian, as: UInt64.self)
            next += 8
        } else {
            flush(bytes: 8, of: bits)
        }
    }

    @inline(never)
    private mutating func flush(bytes: Int, of word: UInt64) {
        for index in 0..<bytes {
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index))
            next.pointee = byte
            next += 1
            if byte == 0xFF {
                next.pointee = 0
                next += 1
            }
        }
    }

    /// Fills the last byte with ones and writes it. Room must have been reserved.
    mutating func finishBits() {
        put(0x7F, 7)
        let used = 64 - free
        flush(bytes: used / 8, of: used == 0 ? 0 : bits << UInt64(64 - used))
        bits = 0
        free = 64
    }

    /// Writes whole bytes.
    mutating func append(_ bytes: some Collection<UInt8>) throws(JPEGCodecError) {
        try reserve(bytes.count)
        for byte in bytes {
            next.pointee = byte
            next += 1
        }
    }
}
