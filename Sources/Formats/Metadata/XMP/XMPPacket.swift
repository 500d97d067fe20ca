/// An XMP packet: its text, and the places of its elements in it.
///
/// A packet is never written anew: edits replace spans of its text, and the rest stays as it is, byte for byte.
///
/// Source: XMP specification, parts 1 and 3 (ISO 16684-1).
public struct XMPPacket: Sendable {
    /// The most elements that may lie within each other.
    package static let depthLimit = 256
    /// The most elements that are read.
    package static let elementLimit = 500_000

    /// The packet's text in UTF-8.
    public let text: [UInt8]
    /// The encoding that the packet has in the file.
    package let encoding: XMPEncoding
    /// The elements in document order; the first is the root.
    public let elements: [XMPElement]

    /// Reads a packet in UTF-8, UTF-16 or UTF-32, with or without its wrapper (`<?xpacket …?>`).
    ///
    /// What follows the root element is not an error: packets are often followed by NULs.
    public init(parsing packet: [UInt8]) throws(XMPError) {
        encoding = XMPEncoding(of: packet)
        guard let text = encoding.decoded(packet) else { throw .encoding(encoding.rawValue) }
        self.text = text
        elements = try XMPParser.elements(of: text)
    }

    /// Reads a packet as far as it is well-formed, and says where that ends; nil where it is all well-formed.
    ///
    /// What is read so is not for editing.
    static func recovered(from packet: [UInt8]) throws(XMPError) -> (packet: XMPPacket, damage: XMPError?) {
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
