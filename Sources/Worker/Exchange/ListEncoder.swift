/// A list that is being written, as an unkeyed container for `Encodable`.
struct ListEncoder: UnkeyedEncodingContainer {
    let writer: MessageWriter
    /// The offset of the list in the message.
    let start: Int
    private(set) var count = 0

    init(writer: MessageWriter, start: Int) {
        self.writer = writer
        self.start = start
    }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws {
        next()
        writer.writeNone()
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
        next()
        try writer.write(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        next()
        return MessageEncoder(writer: writer).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next()
        return MessageEncoder(writer: writer).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { writer.refuseInheritance() }

    private mutating func next() {
        writer.resume(start)
        count += 1
    }
}
