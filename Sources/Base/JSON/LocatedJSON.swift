/// A JSON value with its place in the text, so that parts of the text can be replaced and every other byte stays.
package struct LocatedJSON: Sendable {
    /// A member of an object.
    package struct Member: Sendable {
        /// Its name.
        package let name: String
        /// The place of the name, with its quotes.
        package let nameRange: Range<Int>
        /// Its value.
        package let value: LocatedJSON
    }

    /// What a value is.
    package enum Content: Sendable {
        /// An object's members, in order.
        case object([Member])
        /// The elements of an array.
        case array([LocatedJSON])
        /// A string, a number, a boolean or null; ``JSONValue`` parses it.
        case scalar
    }

    /// What the value is.
    package let content: Content
    /// The bytes of the text that are the value.
    package let range: Range<Int>

    /// Parses a text as ``JSONValue`` does; of several members with one name, the last counts.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        // What is valid can be scanned by its punctuation.
        _ = try JSONValue(parsing: bytes, keepsLast: true)
        var scan = Scan(bytes: bytes, offset: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        self = try scan.value()
    }

    fileprivate init(_ content: Content, _ range: Range<Int>) { (self.content, self.range) = (content, range) }

    /// The members of an object; empty if it is none.
    package var members: [Member] { if case .object(let members) = content { members } else { [] } }

    /// The elements of an array; nil if it is none.
    package var elements: [LocatedJSON]? { if case .array(let elements) = content { elements } else { nil } }

    /// The member of an object with the given name; nil if there is none, or if this value is not an object.
    package subscript(_ name: String) -> LocatedJSON? { members.last { $0.name == name }?.value }
}

/// Walks over a text that is known to be valid.
private struct Scan {
    let bytes: [UInt8]
    var offset: Int

    mutating func value() throws(JSONSyntaxError) -> LocatedJSON {
        skipSpace()
        let start = offset
        switch bytes[offset] {
        case UInt8(ascii: "{"):
            var members: [LocatedJSON.Member] = []
            while next() != UInt8(ascii: "}") {
                let name = offset
                skipString()
                let range = name..<offset
                guard case .string(let text) = try JSONValue(parsing: bytes[range]) else { continue }
                _ = next()
                members.append(LocatedJSON.Member(name: text, nameRange: range, value: try value()))
            }
            offset += 1
            return LocatedJSON(.object(members), start..<offset)
        case UInt8(ascii: "["):
            var elements: [LocatedJSON] = []
            while next() != UInt8(ascii: "]") { elements.append(try value()) }
            offset += 1
            return LocatedJSON(.array(elements), start..<offset)
        case UInt8(ascii: "\""): skipString()
        default: while offset < bytes.count, !Self.ends.contains(bytes[offset]) { offset += 1 }
        }
        return LocatedJSON(.scalar, start..<offset)
    }

    private static let ends = Set(Array(",]} \t\r\n".utf8))

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    /// Goes to the next name, element or closing bracket, and returns its first byte. The offset is at the opening bracket, or
    /// behind a value or a name.
    private mutating func next() -> UInt8 {
        skipSpace()
        if [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":")].contains(bytes[offset]) {
            offset += 1
            skipSpace()
        }
        return bytes[offset]
    }

    private mutating func skipString() {
        offset += 1
        while bytes[offset] != UInt8(ascii: "\"") { offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1 }
        offset += 1
    }
}
