/// JSON text (RFC 8259) that is being written, on one line.
///
/// The caller writes one value, and in an object a name before each value.
package struct JSONText {
    private var bytes: [UInt8] = []
    /// Whether the innermost array or object has an element.
    private var isBegun = false

    package init() {}

    /// The text so far.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes `null`.
    package mutating func writeNull() { append("null") }

    /// Writes `true` or `false`.
    package mutating func write(_ value: Bool) { append(value ? "true" : "false") }

    /// Writes a whole number.
    package mutating func write(_ value: Int) { append(String(value)) }

    /// Writes a number: without `.0` if it is a whole number that a double holds exactly, and otherwise as Swift prints it,
    /// which is valid JSON; `null` if it is not finite, since JSON has no such numbers.
    package mutating func write(_ value: Double) {
        guard value.isFinite else { return writeNull() }
        if let whole = Int(exactly: value), whole.magnitude < 1 << 53 { return write(whole) }
        append(String(value))
    }

    /// Writes a string (RFC 8259, section 7). Escapes what could do harm where the text is shown (``ShownText``), although it is
    /// legal in JSON; some readers take line and paragraph separators for the end of a line.
    package mutating func write(_ string: String) {
        var string = string
        string.withUTF8 { write(utf8: $0) }
    }

    /// Writes a string as ``write(_:)-(String)`` does; what is not UTF-8 is replaced.
    package mutating func write(utf8 text: UnsafeBufferPointer<UInt8>) {
        append("\"")
        if text.allSatisfy(Self.isPlain) {
            bytes.append(contentsOf: text)
        } else {
            appendEscaped(String(decoding: text, as: UTF8.self))
        }
        append("\"")
    }

    package mutating func array<S: Sequence>(_ elements: S, _ write: (S.Element, inout JSONText) -> Void) {
        array { text in
            for element in elements {
                text.separate()
                write(element, &text)
            }
        }
    }

    /// Writes an array, whose elements `body` writes, each after ``separate()``.
    package mutating func array(_ body: (inout JSONText) -> Void) {
        append("[")
        isBegun = false
        body(&self)
        append("]")
        isBegun = true
    }

    /// Writes an object, whose members `body` writes.
    package mutating func object(_ body: (inout JSONText) -> Void) {
        append("{")
        isBegun = false
        body(&self)
        append("}")
        isBegun = true
    }

    /// Writes the name of a member; its value must follow.
    package mutating func name(_ name: String) {
        var name = name
        name.withUTF8 { self.name(utf8: $0) }
    }

    /// Writes the name of a member as ``name(_:)`` does.
    package mutating func name(utf8 name: UnsafeBufferPointer<UInt8>) {
        separate()
        write(utf8: name)
        append(":")
    }

    /// Begins an element: writes the comma that separates it from the one before.
    package mutating func separate() {
        if isBegun { append(",") }
        isBegun = true
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func appendEscaped(_ string: String) {
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case _ where ShownText.isHarmful(scalar):
                let digits = String(scalar.value, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether a byte of UTF-8 is a character that stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
