/// The replacement of a range of an XMP packet's text.
package struct XMPEdit: Sendable, Hashable {
    /// The range to replace.
    package let range: Range<Int>
    /// The new text, escaped for XML.
    package let text: [UInt8]

    /// Returns text with the characters that are special in XML escaped.
    package static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x26: bytes += Array("&amp;".utf8)
            case 0x3C: bytes += Array("&lt;".utf8)
            case 0x3E: bytes += Array("&gt;".utf8)
            case 0x22: bytes += Array("&quot;".utf8)
            case 0x27: bytes += Array("&apos;".utf8)
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
