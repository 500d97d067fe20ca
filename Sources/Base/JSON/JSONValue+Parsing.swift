extension JSONValue {
    /// Parses one JSON text (RFC 8259): the inverse of ``serialized``.
    ///
    /// A number without fraction and exponent becomes an `integer` if it fits. An object keeps the order of its
    /// members. A leading byte order mark is skipped.
    ///
    /// - Parameter keepsLast: whether the last of several members with the same name counts, as in most parsers.
    ///   Otherwise such members are an error, because parsers disagree on which one counts.
    /// - Throws: `JSONSyntaxError`, also if arrays and objects are nested more than 64 levels deep.
    package init(parsing bytes: some Sequence<UInt8>, keepsLast: Bool = false) throws(JSONSyntaxError) {
        var parser = JSONParser<JSONValue>(Array(bytes), keepsLast: keepsLast)
        self = try parser.text()
    }

    /// The member of an object with the given name; nil if there is none, or if this value is not an object.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.0 == name }?.1
    }

    /// The kind of value, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ParsedJSON {
    static func scalar(_ value: JSONValue, _: Range<Int>) -> JSONValue { value }
    static func array(_ elements: [JSONValue], _: Range<Int>) -> JSONValue { .array(elements) }
    static func object(_ members: [(String, JSONValue)], _: Range<Int>) -> JSONValue { .object(members) }
    static func member(_ name: String, _: Range<Int>, _ value: JSONValue) -> (String, JSONValue) { (name, value) }
}
