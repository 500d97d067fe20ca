private import UprightDigests
internal import Glibc
internal import UprightJSON

extension PropertyValue {
    /// The value as JSON (RFC 8259) on one line, with sorted keys, so that equal properties give equal bytes.
    ///
    /// Numbers that JSON does not have (infinity, NaN) are `null`. Data is `{"length":n,"hex":"…"}`, or with `"sha256"`
    /// in place of `"hex"` above 64 bytes.
    public var json: String {
        var text = JSONText()
        write(to: &text)
        return text.string
    }

    private func write(to text: inout JSONText) {
        switch self {
        case .string(let string): text.write(string)
        case .integer(let integer): text.write(integer)
        case .real(let real): text.write(real)
        case .boolean(let boolean): text.write(boolean)
        case .data(let bytes):
            text.object { text in
                text.name("length")
                text.write(bytes.count)
                text.name(bytes.count <= 64 ? "hex" : "sha256")
                text.write(hexadecimal(bytes.count <= 64 ? bytes : SHA256.hash(bytes)))
            }
        case .array(let array): text.array(array) { $0.write(to: &$1) }
        case .null: text.writeNull()
        case .dictionary(let dictionary):
            text.object { text in
                let members = Array(dictionary)
                for index in Self.order(of: members.map(\.key)) {
                    text.name(members[index].key)
                    members[index].value.write(to: &text)
                }
            }
        }
    }

    /// Returns the indices of keys in the order of the keys.
    private static func order(of keys: [String]) -> [Int] {
        // Nearly all differ in their first bytes. Sorting numbers needs no counting of references, which takes longest.
        let starts = keys.map { key in
            var start: UInt64 = 0
            for byte in key.utf8.prefix(8) { start = start << 8 | UInt64(byte) }
            return start << UInt64(8 * max(8 - key.utf8.count, 0))
        }
        let letters = UInt64(UInt8(ascii: "A")) << 56
        return keys.indices.sorted { a, b in
            if starts[a] == starts[b] || min(starts[a], starts[b]) < letters { return precedes(keys[a], keys[b]) }
            return starts[a] < starts[b]
        }
    }

    /// Whether one key precedes another: by bytes, but numbers by value, so that "10" follows "9".
    package static func precedes(_ a: String, _ b: String) -> Bool {
        // Most keys begin with a letter, and need not be read as numbers.
        if let start = a.utf8.first, start < UInt8(ascii: "A"), let first = Int(a), let second = Int(b) {
            return first < second
        }
        let order = a.utf8.withContiguousStorageIfAvailable { a in
            b.utf8.withContiguousStorageIfAvailable { b -> Bool in
                guard let start = a.baseAddress, let other = b.baseAddress else { return a.count < b.count }
                let order = memcmp(start, other, min(a.count, b.count))
                return order == 0 ? a.count < b.count : order < 0
            }
        }
        return (order ?? nil) ?? a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}
