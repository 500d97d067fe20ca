/// The fields of a value, as the decoding of Swift asks for them.
struct FieldsDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: EncodedFields

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        // The fields were gone through once, so that this does not throw; if it did, no key would be found.
        do { return try fields.names.compactMap { Key(stringValue: $0) } } catch { return [] }
    }

    func contains(_ key: Key) -> Bool {
        // As above; and if it did, what follows would throw the same.
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
        throw MessageError.unsupported("classes that inherit are not decoded")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}
