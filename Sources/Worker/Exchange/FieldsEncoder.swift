/// Fields that are being written, as a keyed container for `Encodable`.
struct FieldsEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: MessageWriter
    /// The offset of the fields in the message.
    let start: Int

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {
        name(key)
        writer.writeNone()
    }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        name(key)
        try writer.write(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        name(key)
        return MessageEncoder(writer: writer).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        name(key)
        return MessageEncoder(writer: writer).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { writer.refuseInheritance() }

    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }

    private func name(_ key: Key) {
        writer.resume(start)
        writer.write(name: key.stringValue)
    }
}
