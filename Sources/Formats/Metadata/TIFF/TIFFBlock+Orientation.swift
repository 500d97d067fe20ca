extension TIFFBlock {
    /// Returns the number in an `Orientation` entry of any type; nil if there is none, or if it is not whole.
    public func orientation(_ entry: TIFFEntry) -> Int? {
        switch entry.type {
        case .ascii, .utf8:
            let digits = text(entry)?.drop { $0 == 0x20 }.prefix { $0 != 0x20 } ?? []
            return digits.count <= 5 && digits.allSatisfy { (0x30...0x39).contains($0) }
                ? Int(String(decoding: digits, as: UTF8.self)) : nil
        case .rational, .srational:
            return rationals(entry)?.first.flatMap { part in
                part.denominator != 0 && part.numerator.isMultiple(of: part.denominator)
                    ? part.numerator / part.denominator : nil
            }
        case .float, .double: return floats(entry)?.first.flatMap { Int(exactly: $0) }
        case .undefined: return entry.count == 1 ? valueBytes(entry)?.first.map { Int($0) } : nil
        default: return integer(entry)
        }
    }
}
