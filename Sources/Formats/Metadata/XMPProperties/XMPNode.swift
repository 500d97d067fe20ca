/// The value of an XMP property, with its qualifiers.
///
/// Source: ISO 16684-1 (XMP part 1), 6.3 and 6.4.
public struct XMPNode: Sendable, Hashable, Codable {
    /// The kind of an array.
    public enum ArrayKind: String, Sendable, Hashable, Codable {
        /// Unordered.
        case bag = "Bag"
        /// Ordered.
        case seq = "Seq"
        /// Alternatives, for example by language.
        case alt = "Alt"
    }

    /// The content of a value.
    public enum Content: Sendable, Hashable, Codable {
        /// Text.
        case simple(String)
        /// Fields by name, in the order of the packet.
        case structure([XMPProperty])
        /// Values.
        case array(ArrayKind, [XMPNode])
    }

    /// The content of the value.
    public var content: Content
    /// The qualifiers of the value: `xml:lang` and others.
    public var qualifiers: [XMPProperty]

    /// Creates a value with or without qualifiers.
    public init(_ content: Content, qualifiers: [XMPProperty] = []) {
        self.content = content
        self.qualifiers = qualifiers
    }

    /// The text of a simple value, of the default in a language alternative, or of the only element in another array.
    public var text: String? {
        switch content {
        case .simple(let text): text
        case .structure: nil
        case .array(.alt, let items): (items.first { $0.language == "x-default" } ?? items.first)?.text
        case .array(_, let items): items.count == 1 ? items.first?.text : nil
        }
    }

    /// The elements of an array; for other values, the value itself.
    public var items: [XMPNode] {
        if case .array(_, let items) = content { items } else { [self] }
    }

    /// The fields of a structure; none for other values.
    public var fields: [XMPProperty] {
        if case .structure(let fields) = content { fields } else { [] }
    }

    /// The value of a structure's field; nil if there is none.
    public subscript(name: XMPName) -> XMPNode? { fields.first { $0.name == name }?.value }

    /// The language of the value, from `xml:lang`; nil if there is none.
    public var language: String? {
        qualifiers.first { $0.name == XMPName(.xml, "lang") }?.value.text
    }
}
