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
        var parser = JSONParser(bytes: Array(bytes), keepsLast: keepsLast)
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

/// Parses JSON byte by byte.
private struct JSONParser {
    let bytes: [UInt8]
    let keepsLast: Bool
    var offset = 0

    private static let maximumDepth = 64

    init(bytes: [UInt8], keepsLast: Bool) {
        self.bytes = bytes
        self.keepsLast = keepsLast
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    mutating func text() throws(JSONSyntaxError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard offset == bytes.count else { throw expected("the end of the text") }
        return value
    }

    private func expected(_ what: String) -> JSONSyntaxError { JSONSyntaxError(expected: what, offset: offset) }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        default:
            for (word, value) in [("true", JSONValue.boolean(true)), ("false", .boolean(false)), ("null", .null)]
            where bytes[offset...].starts(with: word.utf8) {
                offset += word.utf8.count
                return value
            }
            throw expected("a value")
        }
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw expected("at most \(Self.maximumDepth) nested values") }
        offset += 1
        var members: [(String, JSONValue)] = []
        var names: Set<String> = []
        skipSpace()
        if take("}") { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw expected("a member's name in quotes") }
            let start = offset
            let name = try string()
            guard keepsLast || names.insert(name).inserted else {
                throw JSONSyntaxError(expected: "the member \"\(name)\" only once", offset: start)
            }
            skipSpace()
            guard take(":") else { throw expected("a colon") }
            members.append((name, try value(depth: depth + 1)))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw expected("a comma or }") }
        }
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw expected("at most \(Self.maximumDepth) nested values") }
        offset += 1
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(values) }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return .array(values) }
            guard take(",") else { throw expected("a comma or ]") }
        }
    }

    private mutating func digits() throws(JSONSyntaxError) {
        guard let byte = next, (0x30...0x39).contains(byte) else { throw expected("a digit") }
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = offset
        var isWhole = true
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") {
            isWhole = false
            try digits()
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let integer = Int(text) { return .integer(integer) }
        guard let value = Double(text), value.isFinite else {
            throw JSONSyntaxError(expected: "a number within the range of a double", offset: start)
        }
        return .number(value)
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        offset += 1
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw expected("valid UTF-8 in the string that ends")
                }
                offset += 1
                return text
            case UInt8(ascii: "\\"):
                offset += 1
                try escape(into: &content)
            case 0..<0x20: throw expected("an escape instead of a control character in a string")
            default:
                content.append(byte)
                offset += 1
            }
        }
        throw expected("the end of a string")
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte = next else { throw expected("an escaped character") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code), take("\\"), take("u") {
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw expected("the second half of a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw expected("both halves of a surrogate pair") }
            content += Array(String(Character(scalar)).utf8)
        default: throw expected("an escape that JSON defines")
        }
    }

    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
        let end = offset + 4
        guard end <= bytes.count,
            bytes[offset..<end].allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
            }), let code = UInt32(String(decoding: bytes[offset..<end], as: UTF8.self), radix: 16)
        else { throw expected("four hexadecimal digits") }
        offset = end
        return code
    }
}
