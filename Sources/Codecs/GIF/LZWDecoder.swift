/// Decodes GIF's LZW variant.
///
/// Every string of the table occurs earlier in the output: it is the string of an earlier code and one more byte. So
/// the table holds no strings, only their starts in the output and their lengths.
struct LZWDecoder {
    /// The reason decoding stopped.
    enum Ending: Sendable, Hashable {
        /// The output is full, as expected.
        case full
        /// The end code occurred before the output was full.
        case ended
        /// The data ended before the output was full.
        case truncated
        /// A code occurred that is not valid at this point.
        case corrupt(code: Int, next: Int)
    }

    /// Decodes into an output of fixed size. Returns the number of bytes written, which are valid whatever the ending.
    ///
    /// - Parameters:
    ///   - data: the concatenated data of the sub-blocks.
    ///   - codeSize: the minimum code size, 1 to 8.
    static func decode(
        _ data: UnsafeRawBufferPointer, codeSize: Int, into output: UnsafeMutableRawBufferPointer
    ) -> (count: Int, ending: Ending) {
        guard let target = output.baseAddress, output.count > 0 else { return (0, .full) }
        return withUnsafeTemporaryAllocation(of: Entry.self, capacity: LZW.mostCodes) { table in
            guard let entries = table.baseAddress else { return (0, .truncated) }
            var reader = BitReader(data)
            return run(&reader, codeSize, entries, target, output.count)
        }
    }

    private struct Entry {
        var start: Int
        var length: Int
    }

    private static func run(
        _ reader: inout BitReader, _ codeSize: Int, _ table: UnsafeMutablePointer<Entry>,
        _ target: UnsafeMutableRawPointer, _ capacity: Int
    ) -> (count: Int, ending: Ending) {
        let clear = 1 &<< codeSize
        var bits = codeSize &+ 1
        var next = clear &+ 2
        var previous = Entry(start: 0, length: 0)
        var count = 0
        while count < capacity {
            guard let code = reader.next(bits) else { return (count, .truncated) }
            var length: Int
            if code < clear {
                target.storeBytes(of: UInt8(truncatingIfNeeded: code), toByteOffset: count, as: UInt8.self)
                length = 1
            } else if code == clear {
                bits = codeSize &+ 1
                next = clear &+ 2
                previous.length = 0
                continue
            } else if code == clear &+ 1 {
                return (count, .ended)
            } else {
                // The newest string is the previous one followed by its own first byte: the copy below then reads the
                // byte that it has just written.
                let entry: Entry
                if code < next {
                    entry = table[code]
                } else if code == next, previous.length > 0, next < LZW.mostCodes {
                    entry = Entry(start: previous.start, length: previous.length &+ 1)
                } else {
                    return (count, .corrupt(code: code, next: next))
                }
                length = min(entry.length, capacity &- count)
                copy(target, from: entry.start, to: count, length, capacity)
            }
            if previous.length > 0, next < LZW.mostCodes {
                table[next] = Entry(start: previous.start, length: previous.length &+ 1)
                next &+= 1
                if next == 1 &<< bits, bits < LZW.mostBits { bits &+= 1 }
            } else if codeSize == 1, previous.length == 0 {
                // The first entry's code already has three bits, although there is no entry yet.
                bits = 3
            }
            previous = Entry(start: count, length: length)
            count &+= length
        }
        return (count, .full)
    }

    /// Copies bytes within the output. If source and target overlap, the bytes repeat.
    @inline(__always)
    private static func copy(
        _ base: UnsafeMutableRawPointer, from: Int, to: Int, _ length: Int, _ capacity: Int
    ) {
        var i = 0
        // Copying eight bytes at a time can write too many; the following copies overwrite them. The eight bytes read
        // must have been written.
        guard to &- from >= 8, to &+ length &+ 8 <= capacity else {
            while i < length {
                base.storeBytes(
                    of: base.load(fromByteOffset: from &+ i, as: UInt8.self), toByteOffset: to &+ i, as: UInt8.self)
                i &+= 1
            }
            return
        }
        while i < length {
            base.storeBytes(
                of: base.loadUnaligned(fromByteOffset: from &+ i, as: UInt64.self), toByteOffset: to &+ i,
                as: UInt64.self)
            i &+= 8
        }
    }

    /// Reads codes of up to 12 bits, the lowest bit first.
    private struct BitReader {
        private let data: UnsafeRawBufferPointer
        private var offset = 0
        private var word: UInt64 = 0
        private var available = 0

        init(_ data: UnsafeRawBufferPointer) { self.data = data }

        /// Returns the next code; nil if the data ends within it.
        @inline(__always)
        mutating func next(_ bits: Int) -> Int? {
            if available < bits { refill() }
            guard available >= bits else { return nil }
            let code = Int(truncatingIfNeeded: word & (1 &<< UInt64(truncatingIfNeeded: bits) &- 1))
            word &>>= UInt64(truncatingIfNeeded: bits)
            available &-= bits
            return code
        }

        private mutating func refill() {
            while available <= 56, offset < data.count {
                word |= UInt64(data[offset]) &<< UInt64(truncatingIfNeeded: available)
                available &+= 8
                offset &+= 1
            }
        }
    }
}
