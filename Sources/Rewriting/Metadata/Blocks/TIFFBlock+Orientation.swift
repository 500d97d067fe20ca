package import UprightBase
package import UprightFormats

extension TIFFBlock {
    /// Sets an `Orientation` entry in place and in its own type, including every further value of 2...8 that it holds.
    ///
    /// - Returns: false, with nothing written, if it holds no whole number.
    package mutating func setOrientation(_ entry: TIFFEntry, to orientation: Orientation) -> Bool {
        guard let value = entry.value, self.orientation(entry) != nil, let size = entry.type.size else { return false }
        let number = UInt8(truncatingIfNeeded: orientation.rawValue)
        switch entry.type {
        case .ascii, .utf8:
            let digits = value.filter { (0x30...0x39).contains(bytes[$0]) }
            guard let first = digits.first else { return false }
            for digit in digits { write([digit == first ? 0x30 + number : 0x20], at: digit) }
        case .rational, .srational:
            write(byteOrder.bytes(UInt64(number), count: 4) + byteOrder.bytes(1, count: 4), at: value.lowerBound)
        case .float: write(byteOrder.bytes(UInt64(Float(number).bitPattern), count: 4), at: value.lowerBound)
        case .double: write(byteOrder.bytes(Double(number).bitPattern, count: 8), at: value.lowerBound)
        case .undefined: write([number], at: value.lowerBound)
        default:
            let values = (integers(entry) ?? []).prefix(8)
            for (index, old) in values.enumerated() where index == 0 || (2...8).contains(old) {
                write(byteOrder.bytes(UInt64(number), count: size), at: value.lowerBound + index * size)
            }
        }
        return true
    }
}
