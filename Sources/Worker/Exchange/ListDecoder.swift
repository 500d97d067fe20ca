/// The values of a list as an unkeyed container for `Decodable`.
struct ListDecoder: UnkeyedDecodingContainer {
    private let whole: EncodedValue
    private var offset: Int
    private(set) var currentIndex = 0

    /// Creates the container for a list; throws if the value is not a list.
    init(of value: EncodedValue) throws(MessageError) {
        try value.open(as: .list)
        whole = value
        offset = value.content.lowerBound
    }

    var codingPath: [any CodingKey] { [] }
    // A message does not contain the count, so that nothing can be allocated by it.
    var count: Int? { nil }
    var isAtEnd: Bool { offset == whole.content.upperBound }

    mutating func decodeNil() throws -> Bool {
        let value = try peek()
        if value.isNone { pass(value) }
        return value.isNone
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try peek()
        let decoded = try value.decoded(as: type)
        pass(value)
        return decoded
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let value = try peek()
        let container = try MessageDecoder(value: value).container(keyedBy: type)
        pass(value)
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let value = try peek()
        let container = try ListDecoder(of: value)
        pass(value)
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        throw MessageError.unsupported("subclasses are not decoded")
    }

    private func peek() throws(MessageError) -> EncodedValue {
        try EncodedValue(in: whole.message, at: offset, before: whole.content.upperBound, depth: whole.depth + 1)
    }

    /// Skips to the end of a value, no matter how much of it was read, so that every list ends for any type.
    private mutating func pass(_ value: EncodedValue) {
        offset = value.content.upperBound
        currentIndex += 1
    }
}
