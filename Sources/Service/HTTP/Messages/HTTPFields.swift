/// The header fields of a request or a response, in order. Names are compared without regard to case.
package struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The names and values.
    package private(set) var all: [Field] = []

    /// A field.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates fields in the order of the literal.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(value, as: name) }
    }

    /// The first value of a name. Setting it replaces all values of the name; nil removes them.
    package subscript(_ name: String) -> String? {
        get { all.first { Self.isSame($0.name, name) }?.value }
        set {
            all.removeAll { Self.isSame($0.name, name) }
            if let newValue { append(newValue, as: name) }
        }
    }

    package func values(of name: String) -> [String] {
        all.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    package mutating func append(_ value: String, as name: String) { all.append(Field(name: name, value: value)) }

    private static func isSame(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lowered($0) == lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
