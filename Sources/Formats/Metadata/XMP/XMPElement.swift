/// One XML element of an XMP packet, with the places of its parts in the packet's text.
public struct XMPElement: Sendable, Hashable {
    /// An attribute of an element; namespace declarations are not listed.
    public struct Attribute: Sendable, Hashable {
        /// The attribute's name.
        public let name: XMPName
        /// Its value, with references resolved.
        public let value: String
        /// Where the value stands, between its quotes.
        public let valueRange: Range<Int>
        /// Where the attribute stands, from its name to the closing quote.
        public let range: Range<Int>
    }

    /// The element's name.
    public let name: XMPName
    /// The element that it stands in, as an index into the packet's elements; nil for the root.
    public let parent: Int?
    /// Its attributes in their order.
    public let attributes: [Attribute]
    /// The start tag, from `<` to `>`.
    public let startTag: Range<Int>
    /// Whether the start tag closes itself (`/>`), so that there is no end tag.
    public let closesItself: Bool
    /// The elements in it, as indices into the packet's elements.
    public internal(set) var children: [Int] = []
    /// The text directly in it, with references resolved.
    public internal(set) var text: String = ""
    /// What stands between the start tag and the end tag.
    public internal(set) var content: Range<Int>
    /// All of it, from the `<` of the start tag to the `>` of the end tag.
    public internal(set) var range: Range<Int>

    /// The value of the attribute with the given name.
    public func attribute(_ name: XMPName) -> Attribute? { attributes.first { $0.name == name } }
}
