internal import UprightFormats
internal import UprightBase

extension JPEGXLHeader {
    /// The longest header that is read, in bytes.
    static let longest = 8 << 10

    /// Returns a codestream with another orientation.
    ///
    /// Where the header has no field for it, fields with their usual values come in that make it longer by whole bytes, so that
    /// everything after it keeps its bits: entropy-coded data follow without alignment (ISO/IEC 18181-1, annex D).
    static func labelled(_ codestream: ArraySlice<UInt8>, _ orientation: Orientation) throws(FormatError) -> [UInt8] {
        let head = Array(codestream.prefix(longest))
        let value = orientation.rawValue - 1
        var bits = Bits(bytes: head, position: 16)
        _ = try size(&bits)
        let start = bits.position
        var new = BitWriter()
        if try bits.read(1) == 1 {
            guard orientation != .up else { return Array(codestream) }
            // No usual values; further fields: the orientation, no other size, no preview, no animation.
            new.append(bits, 16..<start)
            new.append([(0, 1), (1, 1), (value, 3), (0, 3)])
            // 8 bits, written in the longest form; 16-bit buffers suffice; no further channels; XYB; the usual colours, tones;
            // no extensions: 24 bits more.
            new.append([(0, 1), (3, 2), (7, 6), (1, 1), (0, 2), (1, 1), (1, 1), (1, 1), (0, 2)])
            return try new.codestream(followedBy: bits, of: codestream)
        }
        let position = bits.position
        if try bits.read(1) == 1 {
            var changed = Array(codestream)
            for bit in 0..<3 {
                let (byte, mask) = ((position + 1 + bit) / 8, UInt8(1) << ((position + 1 + bit) % 8))
                guard byte < changed.count else { throw FormatError("the header of the codestream is cut") }
                changed[byte] = value >> bit & 1 == 1 ? changed[byte] | mask : changed[byte] & ~mask
            }
            return changed
        }
        guard orientation != .up else { return Array(codestream) }
        try skipToTones(&bits)
        new.append(bits, 16..<position)
        new.append([(1, 1), (value, 3), (0, 3)])
        new.append(bits, position + 1..<bits.position)
        // The tones in full: 255 cd/m² as a half, no minimum, absolute, nothing linear. With the six bits before, 56 bits more.
        new.append([(0, 1), (0x5BF8, 16), (0, 16), (0, 1), (0, 16)])
        return try new.codestream(followedBy: bits, of: codestream)
    }

    /// Skips the fields after `extra_fields`, up to those of the tone mapping.
    private static func skipToTones(_ bits: inout Bits) throws(FormatError) {
        try skipDepth(&bits)
        _ = try bits.read(1)
        for _ in 0..<(try bits.choice([(0, 0), (0, 1), (4, 2), (12, 1)])) { try skipChannel(&bits) }
        _ = try bits.read(1)
        guard try bits.read(1) == 0 else { return }
        let hasProfile = try bits.read(1) == 1
        let space = try enumeration(&bits)
        guard !hasProfile else { return }
        // Gray has no primaries, XYB neither them nor a white point nor a transfer function.
        if space != 2, try enumeration(&bits) == 2 { try skipPoint(&bits) }
        if space != 1, space != 2, try enumeration(&bits) == 2 { for _ in 0..<3 { try skipPoint(&bits) } }
        if space != 2 {
            if try bits.read(1) == 1 { _ = try bits.read(24) } else { _ = try enumeration(&bits) }
        }
        _ = try enumeration(&bits)
    }

    private static func enumeration(_ bits: inout Bits) throws(FormatError) -> Int {
        try bits.choice([(0, 0), (0, 1), (4, 2), (6, 18)])
    }

    private static func skipDepth(_ bits: inout Bits) throws(FormatError) {
        if try bits.read(1) == 0 {
            _ = try bits.choice([(0, 8), (0, 10), (0, 12), (6, 1)])
        } else {
            _ = try bits.choice([(0, 32), (0, 16), (0, 24), (6, 1)])
            _ = try bits.read(4)
        }
    }

    /// A point of chromaticity.
    private static func skipPoint(_ bits: inout Bits) throws(FormatError) {
        for _ in 0..<2 { _ = try bits.choice([(19, 0), (19, 524_288), (20, 1_048_576), (21, 2_097_152)]) }
    }

    private static func skipChannel(_ bits: inout Bits) throws(FormatError) {
        guard try bits.read(1) == 0 else { return }
        let type = try enumeration(&bits)
        try skipDepth(&bits)
        _ = try bits.choice([(0, 0), (0, 3), (0, 4), (3, 1)])
        for _ in 0..<(try bits.choice([(0, 0), (4, 0), (5, 16), (10, 48)])) { _ = try bits.read(8) }
        switch type {
        case 0: _ = try bits.read(1)
        case 2: for _ in 0..<4 { _ = try bits.read(16) }
        case 5: _ = try bits.choice([(0, 1), (2, 0), (4, 3), (8, 19)])
        default: break
        }
    }

    /// Bits of a new header, the lowest of each byte first.
    private struct BitWriter {
        private var bits: [Bool] = []

        /// Appends each value as `count` bits, the lowest first.
        mutating func append(_ fields: [(value: Int, count: Int)]) {
            for field in fields { for bit in 0..<field.count { bits.append(field.value >> bit & 1 == 1) } }
        }

        mutating func append(_ other: Bits, _ range: Range<Int>) {
            for place in range { bits.append(other.bytes[place / 8] >> (place % 8) & 1 == 1) }
        }

        /// The codestream: its signature, the new header, and what follows the bits that were read.
        func codestream(
            followedBy old: Bits, of codestream: ArraySlice<UInt8>
        ) throws(FormatError) -> [UInt8] {
            var whole = self
            let next = (old.position + 7) / 8
            whole.append(old, old.position..<8 * next)
            guard whole.bits.count % 8 == 0 else { throw FormatError("the header would end within another bit") }
            var bytes = Array(codestream.prefix(2))
            for start in stride(from: 0, to: whole.bits.count, by: 8) {
                var byte: UInt8 = 0
                for bit in 0..<8 where whole.bits[start + bit] { byte |= 1 << bit }
                bytes.append(byte)
            }
            return bytes + codestream.dropFirst(next)
        }
    }
}
