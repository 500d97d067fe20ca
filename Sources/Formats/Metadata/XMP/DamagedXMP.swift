/// An XMP packet that no XML parser accepts: cut off, or with characters that XML does not allow.
///
/// Other readers take an orientation out of such a packet all the same, so its digits are found as text: in
/// `tiff:Orientation="6"` and in `<tiff:Orientation>6</`. Nothing else of the packet is looked at.
package struct DamagedXMP {
    private static let name = Array("tiff:Orientation".utf8)

    /// The packet's bytes.
    package let bytes: [UInt8]
    /// Where the digits of an orientation in 1...8 stand.
    package let digits: [Int]

    /// Looks for orientations in a packet.
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

    /// Where the one digit stands that is the value of an attribute or an element whose name stands before `text`.
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
        let place = rest.startIndex
        guard let digit = rest.popFirst(), (0x31...0x38).contains(digit),
            rest.drop(while: XMPTagScanner.isSpace).first == end
        else { return nil }
        return place
    }

    /// The orientations that the packet gives, in the order of its text.
    package var orientations: [Int] { digits.map { Int(bytes[$0]) - 0x30 } }
}
