/// The value of an XMP property, with what qualifies it.
///
/// Source: ISO 16684-1 (XMP part 1), 6.3 and 6.4.
public struct XMPNode: Sendable, Hashable, Codable {
    /// How the elements of an array belong together.
    public enum ArrayKind: String, Sendable, Hashable, Codable {
        /// In no order.
        case bag = "Bag"
        /// In order.
        case seq = "Seq"
        /// One of them is to be chosen, by language for one.
        case alt = "Alt"
    }

    /// What a value is.
    public enum Content: Sendable, Hashable, Codable {
        /// Text.
        case simple(String)
        /// Fields by name, in the order of the packet.
        case structure([XMPProperty])
        /// Values.
        case array(ArrayKind, [XMPNode])
    }

    /// What the value is.
    public var content: Content
    /// What is said about the value: `xml:lang` and others.
    public var qualifiers: [XMPProperty]

    /// A value with or without qualifiers.
    public init(_ content: Content, qualifiers: [XMPProperty] = []) {
        self.content = content
        self.qualifiers = qualifiers
    }

    /// The text of a simple value; of an alternative by language, the default one; of other arrays with one element,
    /// that element's.
    public var text: String? {
        switch content {
        case .simple(let text): text
        case .structure: nil
        case .array(.alt, let items): (items.first { $0.language == "x-default" } ?? items.first)?.text
        case .array(_, let items): items.count == 1 ? items.first?.text : nil
        }
    }

    /// The elements of an array; the value itself where it is none.
    public var items: [XMPNode] {
        if case .array(_, let items) = content { items } else { [self] }
    }

    /// The fields of a structure; none for other values.
    public var fields: [XMPProperty] {
        if case .structure(let fields) = content { fields } else { [] }
    }

    /// The value of a structure's field.
    public subscript(name: XMPName) -> XMPNode? { fields.first { $0.name == name }?.value }

    /// The language of the value, from `xml:lang`.
    public var language: String? {
        qualifiers.first { $0.name == XMPName(.xml, "lang") }?.value.text
    }
}
