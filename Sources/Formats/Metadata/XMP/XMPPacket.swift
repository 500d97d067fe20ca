/// An XMP packet: its text, and the positions of the elements in it.
///
/// A packet is never rewritten as a whole: edits replace ranges of its text, and the rest stays the same, byte for
/// byte.
///
/// Source: XMP specification, parts 1 and 3 (ISO 16684-1).
public struct XMPPacket: Sendable {
    /// The maximum nesting depth of elements.
    package static let depthLimit = 256
    /// The maximum number of elements.
    package static let elementLimit = 500_000

    /// The packet's text in UTF-8.
    public let text: [UInt8]
    /// The encoding of the packet in the file.
    package let encoding: XMPEncoding
    /// The elements in document order; the first is the root.
    public let elements: [XMPElement]

    /// Reads a packet in UTF-8, UTF-16 or UTF-32, with or without its wrapper (`<?xpacket …?>`).
    ///
    /// Bytes after the root element are not an error: packets are often followed by NULs.
    public init(parsing packet: [UInt8]) throws(FormatError) {
        encoding = XMPEncoding(of: packet)
        guard let text = encoding.decoded(packet) else { throw .encoding(encoding.rawValue) }
        self.text = text
        elements = try XMPParser.elements(of: text)
    }

    /// Reads the well-formed part of a packet, and returns the error that ends it; nil if the whole packet is
    /// well-formed.
    ///
    /// The result must not be edited.
    static func recovered(from packet: [UInt8]) throws(FormatError) -> (packet: XMPPacket, damage: FormatError?) {
        let encoding = XMPEncoding(of: packet)
        guard let text = encoding.decoded(packet) else { throw .encoding(encoding.rawValue) }
        let (elements, damage) = try XMPParser.recovered(from: text)
        return (XMPPacket(text: text, encoding: encoding, elements: elements), damage)
    }

    private init(text: [UInt8], encoding: XMPEncoding, elements: [XMPElement]) {
        self.text = text
        self.encoding = encoding
        self.elements = elements
    }

    /// The packet's bytes in the file.
    public var bytes: [UInt8] { encoding.encoded(text) }
}
