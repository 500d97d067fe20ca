/// An XMP packet that no XML parser accepts: truncated, or with characters that XML does not allow.
///
/// Other readers still use an orientation in such a packet, so its digits are found in the text: in
/// `tiff:Orientation="6"` and in `<tiff:Orientation>6</`. The rest of the packet is ignored.
package struct DamagedXMP {
    private static let name = Array("tiff:Orientation".utf8)

    /// The packet's bytes.
    package let bytes: [UInt8]
    /// The positions of the digits of orientations in 1...8.
    package let digits: [Int]

    /// Searches a packet for orientations.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var digits: [Int] = []
        var position = bytes.startIndex
        while let found = bytes[position...].firstIndex(of: Self.name[0]) {
            position = found + 1
            guard bytes[found...].starts(with: Self.name) else { continue }
            let before = found > 0 ? bytes[found - 1] : 0x20
            guard before == 0x3C || XMPTagScanner.isSpace(before) else { continue }
            position = found + Self.name.count
            if let digit = Self.digit(in: bytes[position...]) { digits.append(digit) }
        }
        self.digits = digits
    }

    /// Returns the position of the single digit that is the value of the attribute or element whose name precedes
    /// `text`.
    private static func digit(in text: ArraySlice<UInt8>) -> Int? {
        var rest = text.drop(while: XMPTagScanner.isSpace)
        let end: UInt8
        switch rest.popFirst() {
        case 0x3D:
            rest = rest.drop(while: XMPTagScanner.isSpace)
            guard let quote = rest.popFirst(), quote == 0x22 || quote == 0x27 else { return nil }
            end = quote
        case 0x3E: end = 0x3C
        default: return nil
        }
        rest = rest.drop(while: XMPTagScanner.isSpace)
        let index = rest.startIndex
        guard let digit = rest.popFirst(), (0x31...0x38).contains(digit),
            rest.drop(while: XMPTagScanner.isSpace).first == end
        else { return nil }
        return index
    }

    /// The orientations in the packet, in the order of its text.
    package var orientations: [Int] { digits.map { Int(bytes[$0]) - 0x30 } }
}
