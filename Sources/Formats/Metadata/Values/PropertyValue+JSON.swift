package import UprightBase

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

    package func write(to text: inout JSONText) {
        switch self {
        case .string(let string): text.write(string)
        case .integer(let integer): text.write(integer)
        case .real(let real): text.write(real)
        case .boolean(let boolean): text.write(boolean)
        case .data(let bytes): Self.write(bytes.span, to: &text)
        case .array(let array): text.array(array) { $0.write(to: &$1) }
        case .null: text.writeNull()
        case .dictionary(let dictionary):
            text.object { text in
                Self.forEachInOrder(of: dictionary) { key, value in
                    text.name(key)
                    value.write(to: &text)
                }
            }
        }
    }

    package static func write(_ data: Span<UInt8>, to text: inout JSONText) {
        let isShort = data.count <= 64
        text.object { text in
            text.name("length")
            text.write(data.count)
            text.name(isShort ? "hex" : "sha256")
            let bytes = data.withUnsafeBufferPointer { isShort ? Array($0) : SHA256.hash($0) }
            text.write(hexadecimal(bytes))
        }
    }

    /// Calls `body` for each member of a dictionary, in the order of the keys.
    package static func forEachInOrder(
        of dictionary: [String: PropertyValue], _ body: (String, PropertyValue) throws -> Void
    ) rethrows {
        // Nearly all keys differ in their first bytes. Sorting numbers needs no counting of references, which takes longest.
        var members: [(start: UInt64, index: Dictionary<String, PropertyValue>.Index)] = []
        members.reserveCapacity(dictionary.count)
        for index in dictionary.indices {
            let key = dictionary[index].key.utf8
            var start: UInt64 = 0
            for byte in key.prefix(8) { start = start << 8 | UInt64(byte) }
            members.append((start << UInt64(8 * max(8 - key.count, 0)), index))
        }
        let letters = UInt64(UInt8(ascii: "A")) << 56
        members.sort { a, b in
            a.start != b.start && min(a.start, b.start) >= letters
                ? a.start < b.start : precedes(dictionary[a.index].key, dictionary[b.index].key)
        }
        for member in members { try body(dictionary[member.index].key, dictionary[member.index].value) }
    }

    /// Whether one key precedes another: numbers first, by value, so that "10" follows "9"; the others by bytes.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        switch (number(a), number(b)) {
        case (let a?, let b?) where a != b: a < b
        case (_?, nil): true
        case (nil, _?): false
        default: a.utf8.lexicographicallyPrecedes(b.utf8)
        }
    }

    /// The number that a key is. Most keys begin with a letter, and need not be read.
    private static func number(_ key: String) -> Int? {
        key.utf8.first.flatMap { $0 < UInt8(ascii: "A") ? Int(key) : nil }
    }
}
