/// A JSON text as a tree (RFC 8259), read without Foundation, so that a worker can read one.
///
/// Numbers are kept as `Double`. Of two members with one name the last counts.
indirect enum JSONDocument: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case array([JSONDocument])
    case object([String: JSONDocument])

    /// The deepest nesting of arrays and objects that is read.
    static let deepest = 64

    /// Where a text stops being JSON.
    struct FormatError: Error, Hashable {
        /// The offset in bytes.
        let offset: Int
    }

    /// Reads a text in UTF-8; a byte order mark before it is passed over.
    init(parsing bytes: [UInt8]) throws(FormatError) {
        var reader = JSONReader(bytes)
        self = try reader.document()
    }

    /// The member of an object; nil for anything else, and where there is none.
    subscript(_ name: String) -> JSONDocument? {
        if case .object(let members) = self { members[name] } else { nil }
    }
}

/// Reads one JSON text from its start to its end.
private struct JSONReader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    private var failure: JSONDocument.FormatError { JSONDocument.FormatError(offset: at) }
    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    mutating func document() throws(JSONDocument.FormatError) -> JSONDocument {
        let value = try value(depth: 0)
        skipSpace()
        guard next == nil else { throw failure }
        return value
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
    }

    /// Takes a byte where it is the next one behind white space.
    private mutating func take(_ byte: Character) -> Bool {
        skipSpace()
        guard next == byte.asciiValue else { return false }
        at += 1
        return true
    }

    private mutating func take(word: String) -> Bool {
        guard bytes[at...].starts(with: word.utf8) else { return false }
        at += word.utf8.count
        return true
    }

    private mutating func value(depth: Int) throws(JSONDocument.FormatError) -> JSONDocument {
        guard depth < JSONDocument.deepest else { throw failure }
        if take("{") { return try object(depth: depth) }
        if take("[") { return try array(depth: depth) }
        if next == UInt8(ascii: "\"") { return .text(try text()) }
        if take(word: "true") { return .boolean(true) }
        if take(word: "false") { return .boolean(false) }
        if take(word: "null") { return .null }
        return .number(try number())
    }

    private mutating func object(depth: Int) throws(JSONDocument.FormatError) -> JSONDocument {
        var members: [String: JSONDocument] = [:]
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure }
            let name = try text()
            guard take(":") else { throw failure }
            members[name] = try value(depth: depth + 1)
        } while take(",")
        guard take("}") else { throw failure }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONDocument.FormatError) -> JSONDocument {
        var elements: [JSONDocument] = []
        if take("]") { return .array(elements) }
        repeat { elements.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw failure }
        return .array(elements)
    }

    private mutating func number() throws(JSONDocument.FormatError) -> Double {
        let start = at
        while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { at += 1 }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        // Double reads what JSON has no numbers for, too: "+1", ".5", "1.".
        guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
            text.utf8.last != UInt8(ascii: "."), let value = Double(text), value.isFinite
        else {
            at = start
            throw failure
        }
        return value
    }

    private mutating func text() throws(JSONDocument.FormatError) -> String {
        at += 1
        var units: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                guard let text = String(validating: units, as: UTF8.self) else { throw failure }
                return text
            case UInt8(ascii: "\\"):
                at += 1
                units += String(try escaped()).utf8
            case 0..<0x20: throw failure
            default:
                units.append(byte)
                at += 1
            }
        }
        throw failure
    }

    /// The character behind a backslash (RFC 8259, section 7); two escapes where it takes a surrogate pair.
    private mutating func escaped() throws(JSONDocument.FormatError) -> Unicode.Scalar {
        guard let byte = next else { throw failure }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try hexadecimal()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            guard (0xD800..<0xDC00).contains(unit), take(word: "\\u") else { throw failure }
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            else { throw failure }
            return scalar
        default: throw failure
        }
    }

    private mutating func hexadecimal() throws(JSONDocument.FormatError) -> UInt32 {
        guard at + 4 <= bytes.count,
            let value = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16),
            bytes[at] != UInt8(ascii: "+"), bytes[at] != UInt8(ascii: "-")
        else { throw failure }
        at += 4
        return value
    }
}
