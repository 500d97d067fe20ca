private import UprightDigests

extension PropertyValue {
    /// The value as JSON (RFC 8259) on one line, with keys in order, so that the same properties give the same bytes.
    ///
    /// Numbers that JSON does not have (infinite, not a number) are `null`; data is `{"bytes":n,"hex":"…"}`, or with
    /// `"sha256"` in place of `"hex"` beyond 64 bytes.
    public var json: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .string(let string): JSONText.append(string, to: &text)
        case .integer(let integer): text += String(integer)
        case .real(let real):
            if !real.isFinite {
                text += "null"
            } else if let whole = Int(exactly: real), abs(whole) < 1 << 53 {
                text += String(whole)
            } else {
                text += "\(real)"
            }
        case .boolean(let boolean): text += boolean ? "true" : "false"
        case .data(let bytes):
            text += "{\"bytes\":\(bytes.count),"
            text +=
                bytes.count <= 64
                ? "\"hex\":\"\(hexadecimal(bytes))\"}" : "\"sha256\":\"\(hexadecimal(SHA256.hash(bytes)))\"}"
        case .array(let array):
            text += "["
            for (index, element) in array.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .dictionary(let dictionary):
            text += "{"
            for (index, key) in dictionary.keys.sorted(by: Self.precedes).enumerated() {
                if index > 0 { text += "," }
                JSONText.append(key, to: &text)
                text += ":"
                dictionary[key]?.write(to: &text)
            }
            text += "}"
        }
    }

    /// Keys are ordered by their bytes, numbers by their size, so that "10" comes after "9".
    package static func precedes(_ a: String, _ b: String) -> Bool {
        if let first = Int(a), let second = Int(b) { return first < second }
        return Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8))
    }
}
