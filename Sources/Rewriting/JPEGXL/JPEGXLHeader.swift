internal import UprightFormats
internal import UprightBase

/// The header of a codestream of JPEG XL. Source: ISO/IEC 18181-1, annex D (SizeHeader, ImageMetadata).
struct JPEGXLHeader {
    /// The size as it is stored.
    let size: Size
    private(set) var orientation = Orientation.up
    private(set) var depth = 8
    private(set) var isGray = false
    private(set) var isAnimated = false

    init(reading bytes: [UInt8]) throws(FormatError) {
        guard bytes.starts(with: [0xFF, 0x0A]) else {
            throw FormatError("expected a codestream of JPEG XL (FF 0A), found other bytes")
        }
        var bits = Bits(bytes: bytes, position: 16)
        size = try Self.size(&bits)
        // All values are the usual ones.
        if try bits.read(1) == 1 { return }
        if try bits.read(1) == 1 {
            orientation = Orientation(rawValue: try bits.read(3) + 1) ?? .up
            if try bits.read(1) == 1 { _ = try Self.size(&bits) }
            if try bits.read(1) == 1 { try Self.skipPreview(&bits) }
            isAnimated = try bits.read(1) == 1
            if isAnimated { try Self.skipAnimation(&bits) }
        }
        if try bits.read(1) == 0 {
            depth = try bits.choice([(0, 8), (0, 10), (0, 12), (6, 1)])
        } else {
            depth = try bits.choice([(0, 32), (0, 16), (0, 24), (6, 1)])
            _ = try bits.read(4)
        }
        _ = try bits.read(1)
        // Each channel more has fields of its own; what follows tells grey from colour, and only without them.
        guard try bits.choice([(0, 0), (0, 1), (4, 2), (12, 1)]) == 0 else { return }
        _ = try bits.read(1)
        guard try bits.read(1) == 0 else { return }
        _ = try bits.read(1)
        isGray = try bits.choice([(0, 0), (0, 1), (4, 2), (6, 18)]) == 1
    }

    static func size(_ bits: inout Bits) throws(FormatError) -> Size {
        let isSmall = try bits.read(1) == 1
        func side(_ bits: inout Bits) throws(FormatError) -> Int {
            try isSmall ? (bits.read(5) + 1) * 8 : bits.choice([(9, 1), (13, 1), (18, 1), (30, 1)])
        }
        let height = try side(&bits)
        let width: Int
        switch try bits.read(3) {
        case 1: width = height
        case 2: width = height * 12 / 10
        case 3: width = height * 4 / 3
        case 4: width = height * 3 / 2
        case 5: width = height * 16 / 9
        case 6: width = height * 5 / 4
        case 7: width = height * 2
        default: width = try side(&bits)
        }
        return Size(width: width, height: height)
    }

    private static func skipPreview(_ bits: inout Bits) throws(FormatError) {
        let isSmall = try bits.read(1) == 1
        func side(_ bits: inout Bits) throws(FormatError) -> Int {
            try isSmall
                ? bits.choice([(0, 16), (0, 32), (5, 1), (9, 33)])
                : bits.choice([(6, 1), (8, 65), (10, 321), (12, 1_345)])
        }
        _ = try side(&bits)
        if try bits.read(3) == 0 { _ = try side(&bits) }
    }

    private static func skipAnimation(_ bits: inout Bits) throws(FormatError) {
        _ = try bits.choice([(0, 100), (0, 1_000), (10, 1), (30, 1)])
        _ = try bits.choice([(0, 1), (0, 1_001), (8, 1), (10, 1)])
        _ = try bits.choice([(0, 0), (3, 0), (16, 0), (32, 0)])
        _ = try bits.read(1)
    }

    /// Bits, the lowest of each byte first.
    struct Bits {
        let bytes: [UInt8]
        var position: Int

        /// Reads a number of at most 32 bits.
        mutating func read(_ count: Int) throws(FormatError) -> Int {
            guard position + count <= 8 * bytes.count else {
                throw FormatError("the header of the codestream ends after \(bytes.count) bytes")
            }
            var value = 0
            for index in 0..<count where bytes[(position + index) / 8] >> ((position + index) % 8) & 1 == 1 {
                value |= 1 << index
            }
            position += count
            return value
        }

        /// Reads a number in one of four forms (U32): so many bits, and an offset to add.
        mutating func choice(_ forms: [(bits: Int, offset: Int)]) throws(FormatError) -> Int {
            let form = forms[try read(2)]
            return try read(form.bits) + form.offset
        }
    }
}
