/// An XML element of an XMP packet, with the positions of its parts in the packet's text.
public struct XMPElement: Sendable, Hashable {
    /// An attribute of an element; namespace declarations are not listed.
    public struct Attribute: Sendable, Hashable {
        /// The attribute's name.
        public let name: XMPName
        /// Its value, with references resolved.
        public let value: String
        /// The range of the value, between its quotes.
        public let valueRange: Range<Int>
        /// The range of the attribute, from its name to the closing quote.
        public let range: Range<Int>
    }

    /// The element's name.
    public let name: XMPName
    /// The parent element, as an index into the packet's elements; nil for the root.
    public let parent: Int?
    /// The attributes in order.
    public let attributes: [Attribute]
    /// The range of the start tag, from `<` to `>`.
    public let startTag: Range<Int>
    /// Whether the start tag is also the end tag (`/>`).
    public let closesItself: Bool
    /// The child elements, as indices into the packet's elements.
    public internal(set) var children: [Int] = []
    /// The text directly in the element, with references resolved.
    public internal(set) var text: String = ""
    /// The range between the start tag and the end tag.
    public internal(set) var content: Range<Int>
    /// The range of the whole element, from the `<` of the start tag to the `>` of the end tag.
    public internal(set) var range: Range<Int>

    /// Returns the attribute with the given name.
    public func attribute(_ name: XMPName) -> Attribute? { attributes.first { $0.name == name } }
}
