extension MetadataValue {
    /// Decodes bytes; nil for an unknown type. A truncated last unit is left out. The inverse is ``encoded(order:)``.
    public init?(decoding bytes: some Collection<UInt8>, as type: TIFFFieldType, order: TIFFByteOrder) {
        guard let size = type.size else { return nil }
        let bytes = Array(bytes)
        func units<Unit>(_ read: (Int) -> Unit) -> [Unit] {
            (0..<(bytes.count / size)).map { read($0 * size) }
        }
        func long(_ offset: Int) -> UInt32 {
            UInt32(truncatingIfNeeded: order.integer(bytes[offset..<offset + 4]))
        }
        func short(_ offset: Int) -> UInt16 {
            UInt16(truncatingIfNeeded: order.integer(bytes[offset..<offset + 2]))
        }
        func signed(_ offset: Int) -> Int32 { Int32(bitPattern: long(offset)) }
        switch type {
        case .byte: self = .byte(bytes)
        case .ascii: self = .ascii(bytes)
        case .utf8: self = .utf8(bytes)
        case .undefined: self = .undefined(bytes)
        case .sbyte: self = .signedByte(bytes.map { Int8(bitPattern: $0) })
        case .short: self = .short(units(short))
        case .sshort: self = .signedShort(units { Int16(bitPattern: short($0)) })
        case .long: self = .long(units(long))
        case .ifd: self = .ifd(units(long))
        case .slong: self = .signedLong(units(signed))
        case .rational: self = .rational(units { Rational(long($0), long($0 + 4)) })
        case .srational: self = .signedRational(units { SignedRational(signed($0), signed($0 + 4)) })
        case .float: self = .float(units { Float(bitPattern: long($0)) })
        case .double:
            self = .double(
                units { Double(bitPattern: order.integer(bytes[$0..<$0 + 8])) })
        default: return nil
        }
    }

    /// Returns the value's bytes in the given byte order.
    public func encoded(order: TIFFByteOrder) -> [UInt8] {
        func bytes<Unit: FixedWidthInteger>(_ units: [Unit]) -> [UInt8] {
            units.flatMap { unit in
                withUnsafeBytes(of: order == .bigEndian ? unit.bigEndian : unit.littleEndian) { Array($0) }
            }
        }
        switch self {
        case .byte(let units), .ascii(let units), .undefined(let units), .utf8(let units): return units
        case .signedByte(let units): return units.map { UInt8(bitPattern: $0) }
        case .short(let units): return bytes(units)
        case .signedShort(let units): return bytes(units)
        case .long(let units), .ifd(let units): return bytes(units)
        case .signedLong(let units): return bytes(units)
        case .rational(let units): return bytes(units.flatMap { [$0.numerator, $0.denominator] })
        case .signedRational(let units): return bytes(units.flatMap { [$0.numerator, $0.denominator] })
        case .float(let units): return bytes(units.map(\.bitPattern))
        case .double(let units): return bytes(units.map(\.bitPattern))
        }
    }
}
