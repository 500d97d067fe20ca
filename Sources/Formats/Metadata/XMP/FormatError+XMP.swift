extension FormatError {
    /// The text is not well-formed XML.
    static func malformed(reason: String, offset: Int) -> FormatError {
        FormatError("expected well-formed XML, found \(reason) at byte \(offset)")
    }

    /// The packet has a document type declaration, which could define entities that expand without limit.
    static func documentType(offset: Int) -> FormatError {
        FormatError(
            "a document type declaration at byte \(offset) is not accepted: its entities could expand without limit")
    }

    /// Elements are nested too deeply.
    static func tooDeep(limit: Int, offset: Int) -> FormatError {
        FormatError("expected elements nested at most \(limit) deep, found deeper ones at byte \(offset)")
    }

    static func tooManyElements(limit: Int, offset: Int) -> FormatError {
        FormatError("expected at most \(limit) elements, found more at byte \(offset)")
    }

    /// The bytes are not valid in the encoding that the first bytes indicate.
    static func encoding(_ name: String) -> FormatError { FormatError("the text is not valid \(name)") }
}
