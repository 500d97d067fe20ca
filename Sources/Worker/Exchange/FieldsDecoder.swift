/// The fields of a value as a keyed container for `Decodable`.
struct FieldsDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: EncodedFields

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        // The initializer has checked all fields, so this does not throw; if it did, no key would be found.
        do { return try fields.names.compactMap { Key(stringValue: $0) } } catch { return [] }
    }

    func contains(_ key: Key) -> Bool {
        // As above; if it did throw, the decoding that follows would throw the same error.
        do { return try fields.find(key.stringValue) != nil } catch { return true }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        guard let value = try fields.find(key.stringValue) else { return true }
        return value.isNone
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try fields.value(of: key.stringValue).decoded(as: type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try MessageDecoder(value: fields.value(of: key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ListDecoder(of: fields.value(of: key.stringValue))
    }

    func superDecoder() throws -> any Decoder {
        throw MessageError.unsupported("subclasses are not decoded")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}
