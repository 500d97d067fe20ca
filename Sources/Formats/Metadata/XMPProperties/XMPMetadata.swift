/// The properties of an XMP packet.
///
/// All forms of RDF that XMP allows are read, as well as those that writers use: properties as attributes or elements,
/// structures in any of their four forms, arrays, qualifiers, language alternatives.
///
/// Source: ISO 16684-1 (XMP part 1), clause 7.
public struct XMPMetadata: Sendable, Hashable {
    /// The properties in the order of the packet.
    public var properties: [XMPProperty]
    /// The resource that the packet describes; usually empty.
    public var about: String?
    /// The software that wrote the packet, from `x:xmptk`.
    public var toolkit: String?
    /// The prefixes that the packet declares, by namespace.
    package var prefixes: [String: String]

    /// Reads a packet: RDF, with or without `x:xmpmeta` and the packet's processing instructions around it.
    ///
    /// A packet without properties is not an error.
    public init(parsing packet: [UInt8]) throws(FormatError) {
        self.init(try XMPPacket(parsing: packet))
    }

    /// Returns the properties of the well-formed part of a packet, and the error that ends it; nil if the whole packet
    /// is well-formed.
    ///
    /// A property that contains the error is left out. Throws if nothing is readable.
    public static func recovered(from packet: [UInt8]) throws(FormatError) -> (
        metadata: XMPMetadata, damage: FormatError?
    ) {
        let (packet, damage) = try XMPPacket.recovered(from: packet)
        return (XMPMetadata(packet), damage)
    }

    /// Reads the properties of a parsed packet.
    public init(_ packet: XMPPacket) {
        let reading = XMPReading(packet: packet)
        // The attribute was named xaptk before XMP had its name.
        toolkit =
            packet.elements.first?.attributes.first { $0.name.local == "xmptk" || $0.name.local == "xaptk" }?.value
        properties = []
        prefixes = reading.prefixes
        for index in reading.descriptions {
            let about = packet.elements[index].attributes.first { $0.name.local == "about" }?.value
            self.about = self.about ?? about
            properties += reading.fields(of: index)
        }
    }

    /// The value of a property; nil if there is none.
    public subscript(name: XMPName) -> XMPNode? { properties.first { $0.name == name }?.value }

    /// The value of a property with its usual prefix: `xmp["photoshop:City"]`.
    public subscript(qualified: String) -> XMPNode? { XMPName(qualified: qualified).flatMap { self[$0] } }
}
