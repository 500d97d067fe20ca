/// Writes values of Swift types as messages; ``MessageFormat`` says how, and `MessageDecoder` is the inverse.
///
/// It has what the compiler makes for `Codable`. What it lacks it refuses: classes that inherit, values that encode nothing,
/// and numbers that are not finite.
package struct MessageEncoder: Encoder {
    let writer: MessageWriter
    /// How many lists and fields the value is in.
    let depth: Int

    /// An encoder of the value that is written next.
    init(writer: MessageWriter) {
        self.writer = writer
        depth = writer.depth
    }

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The bytes in front, and behind them the value as a message.
    package static func encode(_ value: some Encodable, after head: [UInt8] = []) throws -> [UInt8] {
        let writer = MessageWriter(after: head)
        try writer.write(value)
        try writer.check()
        return writer.bytes
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(FieldsEncoder(writer: writer, start: writer.open(.fields, at: depth)))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ListEncoder(writer: writer, start: writer.open(.list, at: depth))
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension MessageEncoder: SingleValueEncodingContainer {
    package mutating func encodeNil() throws {
        writer.expect(depth: depth)
        writer.writeNone()
    }

    package mutating func encode<T: Encodable>(_ value: T) throws {
        writer.expect(depth: depth)
        try writer.write(value)
    }
}
