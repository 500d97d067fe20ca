/// Why an XMP packet cannot be read. Offsets are bytes from the start of the packet's text in UTF-8.
public enum XMPError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not well-formed XML.
    case malformed(reason: String, offset: Int)
    /// The packet has a document type declaration: it could define entities that expand without end.
    case documentType(offset: Int)
    /// Elements are nested deeper than is read.
    case tooDeep(limit: Int, offset: Int)
    /// There are more elements than are read.
    case tooManyElements(limit: Int, offset: Int)
    /// The bytes are not text in the encoding that they begin as.
    case encoding(String)
    /// The parser could not be made.
    case noMemory

    /// The reason, for people.
    public var description: String {
        switch self {
        case .malformed(let reason, let offset): "expected well-formed XML, found \(reason) at byte \(offset)"
        case .documentType(let offset):
            "a document type declaration at byte \(offset) is not accepted: it can define endless entities"
        case .tooDeep(let limit, let offset):
            "expected at most \(limit) elements within each other, found more at byte \(offset)"
        case .tooManyElements(let limit, let offset): "expected at most \(limit) elements, found more at byte \(offset)"
        case .encoding(let name): "the text is not valid \(name)"
        case .noMemory: "there is no memory for the XML parser"
        }
    }
}
