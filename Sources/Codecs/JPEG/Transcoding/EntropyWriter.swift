internal import CUprightCodecs
internal import Glibc

/// Writes bits, most significant first, with a zero byte stuffed after every 0xFF byte; and whole bytes, without
/// stuffing.
struct EntropyWriter: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>?
    private var next: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>
    private let limit: Int
    private let stuffs: Bool
    /// The pending bits, the last one at the bottom.
    private var bits: UInt64 = 0
    /// The number of bits that still fit into `bits`.
    private var free = 64
    /// The markers written so far, and their offsets.
    private var markers: [(marker: UInt8, start: Int)] = []

    /// Creates a writer with space for the expected number of bytes that grows up to a limit.
    ///
    /// - Parameter stuffs: whether to stuff zero bytes; without them, the bits can still be moved to another bit
    ///   position.
    init(expecting expected: Int, limit: Int, stuffs: Bool = true) throws(CodecError) {
        self.stuffs = stuffs
        let capacity = max(4096, min(expected, limit))
        guard let memory = malloc(capacity) else { throw CodecError(outOfMemoryFor: "\(capacity) bytes of output") }
        next = memory.bindMemory(to: UInt8.self, capacity: capacity)
        base = next
        end = next + capacity
        self.limit = max(limit, capacity)
    }

    /// Creates a writer that takes ownership of memory that was allocated with `malloc`, and grows up to a limit.
    init(taking memory: UnsafeMutableRawPointer, capacity: Int, limit: Int) {
        stuffs = true
        next = memory.bindMemory(to: UInt8.self, capacity: capacity)
        base = next
        end = next + min(capacity, max(4096, limit))
        self.limit = max(limit, min(4096, capacity))
    }

    /// The number of bytes of another writer that are appended at a time.
    private static let piece = 1 << 16

    deinit { Glibc.free(base) }

    /// The number of bytes written.
    private var count: Int { base.map { next - $0 } ?? 0 }

    /// Transfers ownership of what has been written. Nothing can be written afterwards.
    mutating func finished() -> EncodedJPEG {
        defer {
            base = nil
            end = next
        }
        return EncodedJPEG(taking: base, count: count, markers: markers)
    }

    /// Ensures that there is space for a number of bytes.
    @inline(__always)
    mutating func reserve(_ count: Int) throws(CodecError) {
        if end - next < count { try grow(count) }
    }

    @inline(never)
    private mutating func grow(_ count: Int) throws(CodecError) {
        guard let base else { preconditionFailure("the writer has given away what it wrote") }
        let used = next - base
        // Most reserved space stays unused, so the last reservation may exceed the limit.
        guard used <= limit else { throw CodecError(outputPast: limit) }
        let capacity = max(min((end - base) * 2, limit), used) + count
        guard let memory = realloc(base, capacity) else {
            throw CodecError(outOfMemoryFor: "\(capacity) bytes of output")
        }
        let moved = memory.bindMemory(to: UInt8.self, capacity: capacity)
        self.base = moved
        next = moved + used
        end = moved + capacity
    }

    /// Calls `body` with the free space, at least `least` bytes; `body` returns the number of bytes written.
    mutating func write(
        reserving least: Int, _ body: (UnsafeMutablePointer<UInt8>, Int) -> Int
    ) throws(CodecError) {
        try reserve(least)
        next += body(next, end - next)
    }

    /// Writes the lowest bits of a value, up to 32; all higher bits must be 0. The space must have been reserved.
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
        if !stuffs || (~bits &- ones) & bits & (ones << 7) == 0 {
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
            if byte == 0xFF, stuffs {
                next.pointee = 0
                next += 1
            }
        }
    }

    /// Writes the complete pending bytes.
    ///
    /// - Returns: the remaining bits, fewer than 8, which are then no longer pending.
    private mutating func flushBytes() -> (bits: UInt64, count: UInt32) {
        let used = 64 - free
        flush(bytes: used / 8, of: used == 0 ? 0 : bits << UInt64(64 - used))
        let left = used % 8
        let rest = bits & (1 << UInt64(left) - 1)
        bits = 0
        free = 64
        return (rest, UInt32(left))
    }

    /// Fills the last byte with ones and writes it. The space must have been reserved.
    mutating func finishBits() {
        put(0x7F, 7)
        let used = 64 - free
        flush(bytes: used / 8, of: used == 0 ? 0 : bits << UInt64(64 - used))
        bits = 0
        free = 64
    }

    /// Writes a marker; its segment must follow.
    mutating func appendMarker(_ marker: UInt8) throws(CodecError) {
        markers.append((marker, count))
        try append([0xFF, marker])
    }

    /// Writes whole bytes.
    mutating func append(_ bytes: some Collection<UInt8>) throws(CodecError) {
        try reserve(bytes.count)
        for byte in bytes {
            next.pointee = byte
            next += 1
        }
    }

    /// Appends the bits of another writer: one that does not stuff, or one that does if no bits are pending here.
    mutating func append(_ part: borrowing EntropyWriter) throws(CodecError) {
        guard let source = part.base else { return }
        let before = count
        markers += part.markers.map { ($0.marker, before + $0.start) }
        if part.stuffs {
            try reserve(part.count + 16)
            next.update(from: source, count: part.count)
            next += part.count
        } else {
            // Write the complete pending bytes first, and carry the remaining bits from piece to piece.
            try reserve(16)
            var (carried, carriedCount) = flushBytes()
            for start in stride(from: 0, to: part.count, by: Self.piece) {
                // Every byte might have to be stuffed; space for all of them at once would hardly ever be used.
                try write(reserving: Self.piece * 2 + 16) { target, _ in
                    jpeg_turn_append(
                        &carried, &carriedCount, source + start, min(Self.piece, part.count - start), target)
                }
            }
            put(carried, Int(carriedCount))
        }
        try reserve(16)
        let waiting = 64 - part.free
        let low = min(waiting, 32)
        put(part.bits >> UInt64(low) & (1 << UInt64(waiting - low) - 1), waiting - low)
        put(part.bits & (1 << UInt64(low) - 1), low)
    }
}
