/// Writes values of Swift types as messages, in the form of ``MessageFormat``; the inverse of `MessageDecoder`.
///
/// Supports what the compiler synthesizes for `Codable`. Refuses the rest: subclasses, values that encode nothing, and
/// numbers that are not finite.
package struct MessageEncoder: Encoder {
    let writer: MessageWriter
    /// The number of lists and fields that enclose the value.
    let depth: Int

    /// Creates an encoder for the next value.
    init(writer: MessageWriter) {
        self.writer = writer
        depth = writer.depth
    }

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Returns the bytes of `head`, followed by the value as a message.
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
