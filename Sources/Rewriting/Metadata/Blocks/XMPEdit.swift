/// A replacement of a span of an XMP packet's text.
package struct XMPEdit: Sendable, Hashable {
    /// The span that is replaced.
    package let range: Range<Int>
    /// What stands there afterwards, escaped as it must be.
    package let text: [UInt8]

    /// Replaces a span by text that is escaped already.
    package init(range: Range<Int>, text: [UInt8]) {
        self.range = range
        self.text = text
    }

    /// Text with the characters escaped that mean something in XML.
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
