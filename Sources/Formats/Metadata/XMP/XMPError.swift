/// Why an XMP packet cannot be read. Offsets are bytes from the start of the packet's text in UTF-8.
public enum XMPError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not well-formed XML.
    case malformed(reason: String, offset: Int)
    /// The packet has a document type declaration, which could define entities that expand without limit.
    case documentType(offset: Int)
    /// Elements are nested too deeply.
    case tooDeep(limit: Int, offset: Int)
    /// There are too many elements.
    case tooManyElements(limit: Int, offset: Int)
    /// The bytes are not valid in the encoding that the first bytes indicate.
    case encoding(String)
    /// There is not enough memory for the parser.
    case noMemory

    /// What was expected, what was found, and where.
    public var description: String {
        switch self {
        case .malformed(let reason, let offset): "expected well-formed XML, found \(reason) at byte \(offset)"
        case .documentType(let offset):
            "a document type declaration at byte \(offset) is not accepted: its entities could expand without limit"
        case .tooDeep(let limit, let offset):
            "expected elements nested at most \(limit) deep, found deeper ones at byte \(offset)"
        case .tooManyElements(let limit, let offset): "expected at most \(limit) elements, found more at byte \(offset)"
        case .encoding(let name): "the text is not valid \(name)"
        case .noMemory: "not enough memory for the XML parser"
        }
    }
}
