/// The properties of an XMP packet.
///
/// Read from the RDF that XMP allows, and from what writers made of it: properties as attributes or elements, structures
/// in any of their four forms, arrays, qualifiers, alternatives by language.
///
/// Source: ISO 16684-1 (XMP part 1), clause 7.
public struct XMPMetadata: Sendable, Hashable {
    /// The properties in the order of the packet.
    public var properties: [XMPProperty]
    /// What the packet says it is about; mostly empty.
    public var about: String?
    /// The software that wrote the packet, from `x:xmptk`.
    public var toolkit: String?
    /// The prefixes that the packet declares, by namespace.
    package var prefixes: [String: String]

    /// Reads a packet: RDF, with or without `x:xmpmeta` and the packet's processing instructions around it.
    ///
    /// A packet without properties is no error.
    public init(parsing packet: [UInt8]) throws(XMPError) {
        self.init(try XMPPacket(parsing: packet))
    }

    /// The properties that a packet has before it stops to be well-formed, and where it does; nil where it does not.
    ///
    /// Damage within a property leaves that one out. A packet of which nothing can be read throws.
    public static func recovered(from packet: [UInt8]) throws(XMPError) -> (metadata: XMPMetadata, damage: XMPError?) {
        let (packet, damage) = try XMPPacket.recovered(from: packet)
        return (XMPMetadata(packet), damage)
    }

    /// The properties of a packet that is parsed already.
    public init(_ packet: XMPPacket) {
        let reading = XMPReading(packet: packet)
        // Called xaptk before XMP was called XMP.
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

    /// The value of a property.
    public subscript(name: XMPName) -> XMPNode? { properties.first { $0.name == name }?.value }

    /// The value of a property, named with its usual prefix: `xmp["photoshop:City"]`.
    public subscript(qualified: String) -> XMPNode? { XMPName(qualified: qualified).flatMap { self[$0] } }
}
