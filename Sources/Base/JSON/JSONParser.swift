/// What a JSON text is parsed into.
protocol ParsedJSON {
    /// A member of an object.
    associatedtype Member
    static func scalar(_ value: JSONValue, _ range: Range<Int>) -> Self
    static func array(_ elements: [Self], _ range: Range<Int>) -> Self
    static func object(_ members: [Member], _ range: Range<Int>) -> Self
    static func member(_ name: String, _ nameRange: Range<Int>, _ value: Self) -> Member
}

/// Parses JSON byte by byte (RFC 8259): the one scanner, whose results are values, located values, or elements one at a time.
struct JSONParser<Parsed: ParsedJSON> {
    let bytes: [UInt8]
    let keepsLast: Bool
    var offset = 0
    /// Whether an element follows in the array that was entered.
    private var isInside = false

    private static var maximumDepth: Int { 64 }

    init(_ bytes: [UInt8], keepsLast: Bool) {
        self.bytes = bytes
        self.keepsLast = keepsLast
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    mutating func text() throws(JSONSyntaxError) -> Parsed {
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

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> Parsed {
        skipSpace()
        let start = offset
        switch next {
        case UInt8(ascii: "{"):
            var members: [Parsed.Member] = []
            var names: Set<String> = []
            var goesOn = try begins("}", depth: depth)
            while goesOn {
                let (name, range) = try self.name()
                guard keepsLast || names.insert(name).inserted else {
                    throw JSONSyntaxError(expected: "the member \"\(name)\" only once", offset: range.lowerBound)
                }
                members.append(Parsed.member(name, range, try value(depth: depth + 1)))
                goesOn = try continues("}")
            }
            return Parsed.object(members, start..<offset)
        case UInt8(ascii: "["):
            var elements: [Parsed] = []
            var goesOn = try begins("]", depth: depth)
            while goesOn {
                elements.append(try value(depth: depth + 1))
                goesOn = try continues("]")
            }
            return Parsed.array(elements, start..<offset)
        default:
            let value = try scalar()
            return Parsed.scalar(value, start..<offset)
        }
    }

    /// Goes to the first element of the array that is a member of the text, an object, with the given name; false if there is
    /// none. The members before it are parsed and forgotten.
    mutating func enter(_ wanted: String) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: "{") else { throw expected("an object") }
        var goesOn = try begins("}", depth: 0)
        while goesOn {
            let (name, _) = try self.name()
            skipSpace()
            if name == wanted, next == UInt8(ascii: "[") {
                isInside = try begins("]", depth: 1)
                return true
            }
            _ = try value(depth: 1)
            goesOn = try continues("}")
        }
        return false
    }

    /// The next element of the array that was entered; nil at its end.
    mutating func element() throws(JSONSyntaxError) -> Parsed? {
        guard isInside else { return nil }
        let element = try value(depth: 2)
        isInside = try continues("]")
        return element
    }

    /// Reads an opening bracket; false if the closing one follows.
    private mutating func begins(_ end: Unicode.Scalar, depth: Int) throws(JSONSyntaxError) -> Bool {
        guard depth < Self.maximumDepth else { throw expected("at most \(Self.maximumDepth) nested values") }
        offset += 1
        skipSpace()
        return !consume(end)
    }

    /// Reads what follows an element: a comma, or the closing bracket, and then returns false.
    private mutating func continues(_ end: Unicode.Scalar) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        if consume(end) { return false }
        guard consume(",") else { throw expected("a comma or \(end)") }
        return true
    }

    /// Reads a member's name and the colon.
    private mutating func name() throws(JSONSyntaxError) -> (String, Range<Int>) {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw expected("a member's name in quotes") }
        let start = offset
        let name = try string()
        let range = start..<offset
        skipSpace()
        guard consume(":") else { throw expected("a colon") }
        return (name, range)
    }

    private mutating func scalar() throws(JSONSyntaxError) -> JSONValue {
        switch next {
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

    private mutating func digits() throws(JSONSyntaxError) {
        guard let byte = next, (0x30...0x39).contains(byte) else { throw expected("a digit") }
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = offset
        var isWhole = true
        _ = consume("-")
        if !consume("0") { try digits() }
        if consume(".") {
            isWhole = false
            try digits()
        }
        if consume("e") || consume("E") {
            isWhole = false
            if !consume("+") { _ = consume("-") }
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
            if (0xD800..<0xDC00).contains(code), consume("\\"), consume("u") {
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
