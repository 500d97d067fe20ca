internal import UprightBase

/// The entries of a colour table that pixels have. A strict strip clears the others, in which anything can stand.
struct UsedColors {
    /// All entries, of a picture that cannot be decoded.
    static let all = UsedColors(isUsed: [Bool](repeating: true, count: 1 << 16))

    private var isUsed = [Bool](repeating: false, count: 1 << 16)

    init() {}
    private init(isUsed: [Bool]) { self.isUsed = isUsed }

    func contains(_ color: Int) -> Bool { isUsed[color & 0xFFFF] }

    /// The number of entries up to the last that is used.
    var count: Int { (isUsed.lastIndex(of: true) ?? -1) + 1 }

    mutating func insert(_ color: some BinaryInteger) { isUsed[Int(color) & 0xFFFF] = true }

    mutating func insert(_ pixels: some Sequence<UInt8>) { for pixel in pixels { isUsed[Int(pixel)] = true } }

    /// Inserts the colours of rows, each of which begins with a whole byte.
    ///
    /// - Parameter bits: of a pixel: 1 to 16, the most significant ones first.
    mutating func insert(rows: UnsafeRawBufferPointer, of size: Size, bits: Int) {
        let length = (size.width * bits + 7) / 8
        guard length > 0 else { return }
        for y in 0..<min(size.height, rows.count / length) {
            for x in 0..<size.width {
                let offset = y &* length &+ x &* bits / 8
                if bits == 16 {
                    insert(rows.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
                } else {
                    insert(rows[offset] >> UInt8(8 &- bits &- x &* bits % 8) & UInt8((1 << bits) - 1))
                }
            }
        }
    }

    mutating func formUnion(_ other: UsedColors) {
        for color in isUsed.indices where other.isUsed[color] { isUsed[color] = true }
    }

    /// Sets the entries that are not used to zeros.
    ///
    /// - Parameter table: the range of the table, of three bytes for each colour.
    /// - Returns: whether anything changes.
    func clear(_ bytes: inout [UInt8], _ table: Range<Int>) -> Bool {
        var isChanged = false
        for place in table.clamped(to: bytes.indices) where bytes[place] != 0 {
            guard !contains((place - table.lowerBound) / 3) else { continue }
            bytes[place] = 0
            isChanged = true
        }
        return isChanged
    }
}
