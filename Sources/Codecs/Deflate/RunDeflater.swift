internal import CUprightCodecs
package import UprightBase

/// Deflates bytes that hold few useful strings: the filtered rows of photographs.
///
/// A photograph's filters leave noise with an uneven distribution. Searching it for strings takes most of the time of
/// other encoders, and the strings found cost more than they save, because codes for lengths and distances make the
/// literals' codes longer. So this encoder writes only literals, with a new code every 128 KiB, and runs of one byte.
/// With libdeflate instead, `upright reprocess` of a photograph takes 2.7 times the processor time for 2 % fewer bytes.
///
/// Source: RFC 1950 and RFC 1951.
package enum RunDeflater {
    /// The number of bytes that share one code.
    private static let blockLength = 1 << 17
    /// The longest code of a literal: four of them fit into the 64-bit word with the bits left in it.
    private static let maximumLiteralBits = 14
    /// The shortest run that is written as a run.
    private static let shortestRun = 4
    private static let longestRun = 258
    /// Literals, the end of a block, and 29 lengths.
    private static let symbolCount = 286
    private static let endOfBlock = 256

    /// A run: bytes that each repeat the previous one.
    private struct Run: BitwiseCopyable {
        var start: Int
        var length: Int

        var end: Int { start &+ length }
    }

    private typealias Runs = UnsafeMutableBufferPointer<Run>

    /// Returns the maximum number of bytes of the blocks of an input: no block grows by more than its own code and a
    /// small fraction.
    private static func bound(_ count: Int) -> Int { count + count / 8 + count / blockLength * 512 + 512 + 64 }

    /// Deflates into a zlib stream, which is the same for any number of threads.
    ///
    /// - Parameter sink: is called with the pieces of the stream in order, by one thread at a time.
    /// - Returns: false, after an incomplete stream, if an allocation fails.
    package static func deflate(
        _ input: some DeflateSource, _ parallelism: Parallelism = .none,
        to sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        // Compression method 8 with a window of 32 KiB, the fastest level, and check bits that make it a multiple of
        // 31.
        [UInt8](arrayLiteral: 0x78, 0x01).withUnsafeBytes(sink)
        let shares = parallelism.shares(ofBytes: input.count)
        let wanted = min(input.preferredLength, (input.count + shares - 1) / shares)
        let step = max(1, wanted / blockLength) * blockLength
        let pieces = max(1, (input.count + step - 1) / step)
        nonisolated(unsafe) let source = input
        let make: @Sendable (Int, Bits) -> Piece? = { piece, bits in
            let start = piece * step
            return Self.piece(of: source, start..<min(start + step, source.count), after: bits)
        }
        var (checksum, isComplete) = (UInt32(1), true)
        func append(_ piece: Piece?, after bits: Bits) -> Bits {
            guard let piece, isComplete else {
                isComplete = false
                return bits
            }
            checksum = upright_adler32_joined(checksum, piece.checksum, piece.count)
            return piece.write(after: bits, to: sink)
        }
        var bits = Bits()
        if shares == 1 {
            // What is left of a piece's last byte starts the next one.
            for piece in 0..<pieces where isComplete { bits = append(make(piece, bits), after: Bits()) }
        } else {
            parallelism.perform(pieces, making: { make($0, Bits()) }, takingInOrder: { bits = append($0, after: bits) })
        }
        guard isComplete else { return false }
        if bits.count > 0 { [UInt8(truncatingIfNeeded: bits.word)].withUnsafeBytes(sink) }
        withUnsafeBytes(of: checksum.bigEndian, sink)
        return true
    }

    /// Writes the blocks of a part of the input; nil if an allocation fails.
    ///
    /// - Parameter bits: the bits that come first.
    private static func piece(of source: some DeflateSource, _ part: Range<Int>, after bits: Bits) -> Piece? {
        // A run can continue with the last byte before.
        let first = max(part.lowerBound - 1, 0)
        guard let piece = Piece(capacity: bound(part.count), count: part.count, after: bits) else { return nil }
        let isMade = source.withBytes(first..<part.upperBound) { bytes in
            let own = part.lowerBound - first..<bytes.count
            forEachBlock(of: bytes, own) { range, runs in
                let code = BlockCode(frequencies(of: bytes, range, runs))
                code.writeHeader(isLast: first + range.upperBound == source.count, to: &piece.writer)
                write(bytes, range, runs, code, to: &piece.writer)
            }
            let pointer = UnsafeRawBufferPointer(rebasing: bytes[own]).bindMemory(to: UInt8.self).baseAddress
            piece.checksum = upright_adler32(1, pointer, own.count)
        }
        return isMade ? piece : nil
    }

    /// Returns the approximate number of bytes of an input's stream.
    package static func estimate(_ input: UnsafeRawBufferPointer) -> Int {
        var bits = 0
        forEachBlock(of: input, 0..<input.count) { range, runs in
            bits += BlockCode(frequencies(of: input, range, runs)).bits
            for run in runs { bits += lengthSymbol(run.length).extraBits + 1 }
        }
        return bits / 8 + 6
    }

    /// Calls `body` with each block of a part of an input and its runs. There is at least one block, even if empty.
    private static func forEachBlock(
        of input: UnsafeRawBufferPointer, _ part: Range<Int>, _ body: (Range<Int>, Slice<Runs>) -> Void
    ) {
        // A run has at least four bytes.
        let most = min(blockLength, part.count) / shortestRun + 1
        withUnsafeTemporaryAllocation(of: Run.self, capacity: most) { runs in
            var start = part.lowerBound
            repeat {
                let end = min(start + blockLength, part.upperBound)
                let count = find(in: input, start..<end, into: runs)
                body(start..<end, runs[..<count])
                start = end
            } while start < part.upperBound
        }
    }

    /// Finds the runs of a block, and returns their number.
    ///
    /// It tests the first four and the last four of every eight bytes, so it finds all runs of seven bytes or more, and
    /// most shorter ones.
    private static func find(in input: UnsafeRawBufferPointer, _ range: Range<Int>, into runs: Runs) -> Int {
        guard let base = input.baseAddress else { return 0 }
        let end = range.upperBound
        var count = 0
        // The very first byte has none before it.
        var first = max(1, range.lowerBound)
        var at = first
        while at &+ 8 <= end {
            let differences =
                base.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                ^ base.loadUnaligned(fromByteOffset: at &- 1, as: UInt64.self)
            let low = UInt32(truncatingIfNeeded: differences)
            guard low == 0 || differences &>> 32 == 0 else {
                at &+= 8
                continue
            }
            var start = low == 0 ? at : at &+ 4
            var stop = start &+ 4
            while start > first, base.repeatsByte(at: start &- 1) { start &-= 1 }
            while stop &+ 8 <= end,
                base.loadUnaligned(fromByteOffset: stop, as: UInt64.self)
                    == base.loadUnaligned(fromByteOffset: stop &- 1, as: UInt64.self)
            { stop &+= 8 }
            while stop < end, base.repeatsByte(at: stop) { stop &+= 1 }
            while stop &- start >= shortestRun {
                let length = min(longestRun, stop &- start)
                runs[count] = Run(start: start, length: length)
                count &+= 1
                start &+= length
            }
            first = stop
            at = stop
        }
        return count
    }

    /// Returns how often each symbol occurs in a block.
    private static func frequencies(
        of input: UnsafeRawBufferPointer, _ range: Range<Int>, _ runs: Slice<Runs>
    ) -> [UInt32] {
        var frequencies = [UInt32](repeating: 0, count: symbolCount)
        frequencies[endOfBlock] = 1
        guard let base = input.baseAddress else { return frequencies }
        // Four tables, so that counts of equal adjacent bytes do not depend on each other.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 4 * 256) { tables in
            guard let table = tables.baseAddress else { return }
            tables.initialize(repeating: 0)
            var at = range.lowerBound
            for run in runs {
                count(base, at..<run.start, table)
                frequencies[lengthSymbol(run.length).symbol] &+= 1
                at = run.end
            }
            count(base, at..<range.upperBound, table)
            for byte in 0..<256 {
                frequencies[byte] = tables[byte] &+ tables[256 &+ byte] &+ tables[512 &+ byte] &+ tables[768 &+ byte]
            }
        }
        return frequencies
    }

    @inline(__always)
    private static func count(_ base: UnsafeRawPointer, _ range: Range<Int>, _ table: UnsafeMutablePointer<UInt32>) {
        var at = range.lowerBound
        while at &+ 8 <= range.upperBound {
            let word = base.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            table[Int(truncatingIfNeeded: word & 255)] &+= 1
            table[256 &+ Int(truncatingIfNeeded: word &>> 8 & 255)] &+= 1
            table[512 &+ Int(truncatingIfNeeded: word &>> 16 & 255)] &+= 1
            table[768 &+ Int(truncatingIfNeeded: word &>> 24 & 255)] &+= 1
            table[Int(truncatingIfNeeded: word &>> 32 & 255)] &+= 1
            table[256 &+ Int(truncatingIfNeeded: word &>> 40 & 255)] &+= 1
            table[512 &+ Int(truncatingIfNeeded: word &>> 48 & 255)] &+= 1
            table[768 &+ Int(truncatingIfNeeded: word &>> 56)] &+= 1
            at &+= 8
        }
        while at < range.upperBound {
            table[Int(base.load(fromByteOffset: at, as: UInt8.self))] &+= 1
            at &+= 1
        }
    }

    private static func write(
        _ input: UnsafeRawBufferPointer, _ range: Range<Int>, _ runs: Slice<Runs>, _ code: BlockCode,
        to writer: inout BitWriter
    ) {
        code.entries.withUnsafeBufferPointer { entries in
            guard let base = input.baseAddress, let table = entries.baseAddress else { return }
            var at = range.lowerBound
            for run in runs {
                writer.append(base, at..<run.start, table)
                let (symbol, extra, extraBits) = lengthSymbol(run.length)
                writer.append(table[symbol])
                // The only distance is 1, whose code is one zero bit.
                writer.append(bits: extra, count: extraBits &+ 1)
                at = run.end
            }
            writer.append(base, at..<range.upperBound, table)
        }
        writer.append(code.entries[endOfBlock])
    }

    /// Returns the symbol of a length, with its extra bits (RFC 1951, 3.2.5).
    private static func lengthSymbol(_ length: Int) -> (symbol: Int, extra: UInt64, extraBits: Int) {
        guard length < 258 else { return (285, 0, 0) }
        let offset = length - 3
        guard offset >= 8 else { return (257 + offset, 0, 0) }
        let extraBits = Int.bitWidth - offset.leadingZeroBitCount - 3
        let symbol = 257 + 4 * extraBits + offset >> extraBits
        return (symbol, UInt64(offset & (1 << extraBits - 1)), extraBits)
    }

    /// The code of a block.
    private struct BlockCode {
        /// Each symbol's code, with its length above the lowest 16 bits.
        let entries: [UInt32]
        private let lengths: [UInt8]
        private let symbols: [(symbol: Int, extra: UInt64, extraBits: Int)]
        private let lengthCode: HuffmanCode
        /// The number of bits of the block, including the header, but without the extra bits and distances of runs.
        let bits: Int

        init(_ frequencies: [UInt32]) {
            let code = HuffmanCode(frequencies: frequencies, limit: RunDeflater.maximumLiteralBits)
            entries = zip(code.codes, code.lengths).map { UInt32($0) | UInt32($1) << 16 }
            let used = (code.lengths.lastIndex { $0 > 0 } ?? 256) + 1
            lengths = Array(code.lengths[..<max(257, used)])
            // One distance, of one bit.
            symbols = Self.runLengths(lengths + [1])
            var counts = [UInt32](repeating: 0, count: 19)
            for symbol in symbols { counts[symbol.symbol] += 1 }
            lengthCode = HuffmanCode(frequencies: counts, limit: 7)
            let header = lengthCode.bits(for: counts) + symbols.reduce(0) { $0 + $1.extraBits } + 17 + 19 * 3
            bits = header + code.bits(for: frequencies)
        }

        /// Returns the code lengths in the code-length alphabet (RFC 1951, 3.2.7).
        private static func runLengths(_ lengths: [UInt8]) -> [(symbol: Int, extra: UInt64, extraBits: Int)] {
            var symbols: [(symbol: Int, extra: UInt64, extraBits: Int)] = []
            var at = 0
            while at < lengths.count {
                let length = lengths[at]
                var run = 1
                while at + run < lengths.count, lengths[at + run] == length, run < 138 { run += 1 }
                if length == 0, run >= 11 {
                    symbols.append((18, UInt64(run - 11), 7))
                } else if length == 0, run >= 3 {
                    symbols.append((17, UInt64(run - 3), 3))
                } else if length > 0, run >= 4 {
                    run = min(run, 7)
                    symbols.append((Int(length), 0, 0))
                    symbols.append((16, UInt64(run - 4), 2))
                } else {
                    run = 1
                    symbols.append((Int(length), 0, 0))
                }
                at += run
            }
            return symbols
        }

        private static let order = DeflateBlocks.codeLengthOrder

        func writeHeader(isLast: Bool, to writer: inout BitWriter) {
            writer.append(bits: isLast ? 1 : 0, count: 1)
            writer.append(bits: 2, count: 2)
            writer.append(bits: UInt64(lengths.count - 257), count: 5)
            writer.append(bits: 0, count: 5)
            let used = max(4, (Self.order.lastIndex { lengthCode.lengths[$0] > 0 } ?? 0) + 1)
            writer.append(bits: UInt64(used - 4), count: 4)
            for symbol in Self.order[..<used] { writer.append(bits: UInt64(lengthCode.lengths[symbol]), count: 3) }
            for (symbol, extra, extraBits) in symbols {
                writer.append(
                    bits: UInt64(lengthCode.codes[symbol]), count: Int(lengthCode.lengths[symbol]))
                writer.append(bits: extra, count: extraBits)
            }
        }
    }
}

extension UnsafeRawPointer {
    /// Returns whether the byte at an offset equals the previous one.
    @inline(__always)
    fileprivate func repeatsByte(at offset: Int) -> Bool {
        load(fromByteOffset: offset, as: UInt8.self) == load(fromByteOffset: offset &- 1, as: UInt8.self)
    }
}
