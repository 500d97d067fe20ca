private import UprightDigests
internal import UprightJSON

extension PropertyValue {
    /// The value as JSON (RFC 8259) on one line, with sorted keys, so that equal properties give equal bytes.
    ///
    /// Numbers that JSON does not have (infinity, NaN) are `null`. Data is `{"length":n,"hex":"…"}`, or with `"sha256"`
    /// in place of `"hex"` above 64 bytes.
    public var json: String { JSONValue(self).serialized }

    /// Whether one key precedes another: by bytes, but numbers by value, so that "10" follows "9".
    package static func precedes(_ a: String, _ b: String) -> Bool {
        // Most keys begin with a letter, and need not be read as numbers.
        if let start = a.utf8.first, start < UInt8(ascii: "A"), let first = Int(a), let second = Int(b) {
            return first < second
        }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}

extension JSONValue {
    fileprivate init(_ property: PropertyValue) {
        switch property {
        case .string(let string): self = .string(string)
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .number(real)
        case .boolean(let boolean): self = .boolean(boolean)
        case .data(let bytes):
            let content =
                bytes.count <= 64 ? ("hex", hexadecimal(bytes)) : ("sha256", hexadecimal(SHA256.hash(bytes)))
            self = .object([("length", .integer(bytes.count)), (content.0, .string(content.1))])
        case .array(let array): self = .array(array.map { JSONValue($0) })
        case .null: self = .null
        case .dictionary(let dictionary):
            self = .object(
                dictionary.sorted { PropertyValue.precedes($0.key, $1.key) }.map { ($0.key, JSONValue($0.value)) })
        }
    }
}
