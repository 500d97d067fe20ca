/// A JSON value with its place in the text, so that parts of the text can be replaced and every other byte stays.
package struct LocatedJSON: Sendable {
    /// A member of an object.
    package struct Member: Sendable {
        package let name: String
        /// The place of the name, with its quotes.
        package let nameRange: Range<Int>
        package let value: LocatedJSON
    }

    /// What a value is.
    package enum Content: Sendable {
        /// An object's members, in order.
        case object([Member])
        /// The elements of an array.
        case array([LocatedJSON])
        /// A string, a number, a boolean or null.
        case scalar(JSONValue)
    }

    /// What the value is.
    package let content: Content
    /// The bytes of the text that are the value.
    package let range: Range<Int>

    /// Parses a text as ``JSONValue`` does; of several members with one name, the last counts.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        var parser = JSONParser<LocatedJSON>(bytes, keepsLast: true)
        self = try parser.text()
    }

    private init(_ content: Content, _ range: Range<Int>) { (self.content, self.range) = (content, range) }

    /// The members of an object; empty if it is none.
    package var members: [Member] { if case .object(let members) = content { members } else { [] } }

    /// The elements of an array; nil if it is none.
    package var elements: [LocatedJSON]? { if case .array(let elements) = content { elements } else { nil } }

    /// The member of an object with the given name; nil if there is none, or if this value is not an object.
    package subscript(_ name: String) -> LocatedJSON? { members.last { $0.name == name }?.value }
}

extension LocatedJSON: ParsedJSON {
    static func scalar(_ value: JSONValue, _ range: Range<Int>) -> LocatedJSON { LocatedJSON(.scalar(value), range) }
    static func array(_ elements: [LocatedJSON], _ range: Range<Int>) -> LocatedJSON {
        LocatedJSON(.array(elements), range)
    }
    static func object(_ members: [Member], _ range: Range<Int>) -> LocatedJSON { LocatedJSON(.object(members), range) }
    static func member(_ name: String, _ nameRange: Range<Int>, _ value: LocatedJSON) -> Member {
        Member(name: name, nameRange: nameRange, value: value)
    }
}
