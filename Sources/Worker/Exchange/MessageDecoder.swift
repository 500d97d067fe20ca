/// Reads the values of Swift types from messages; the inverse of `MessageEncoder`.
///
/// Accepts any bytes: it returns a value of the requested type, or throws.
package struct MessageDecoder: Decoder {
    let value: EncodedValue

    // Errors contain the offset instead; a path would have to be kept for each value.
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Decodes a message, which must use all bytes.
    package static func decode<T: Decodable>(_ type: T.Type, from message: [UInt8]) throws -> T {
        try EncodedValue(whole: message).decoded(as: type)
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FieldsDecoder(fields: try EncodedFields(of: value)))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ListDecoder(of: value) }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension MessageDecoder: SingleValueDecodingContainer {
    package func decodeNil() -> Bool { value.isNone }

    package func decode<T: Decodable>(_ type: T.Type) throws -> T { try value.decoded(as: type) }
}
