/// A value whose type writes it to a message and reads it from one itself, without `Codable`.
///
/// The bytes are the same. `Codable` has the runtime search the whole program for what the keys of each type conform to when
/// they are first used. That takes 1 ms on either side of the first message, a tenth of the time of a short run.
package protocol MessageValue: Codable {
    /// Writes the value.
    func write(to writer: MessageWriter) throws

    /// Reads the value.
    init(reading value: EncodedValue) throws
}

extension MessageEncoder {
    /// The bytes in front, and behind them the value as a message.
    package static func encode(_ value: some MessageValue, after head: [UInt8] = []) throws -> [UInt8] {
        let writer = MessageWriter(after: head)
        try value.write(to: writer)
        try writer.check()
        return writer.bytes
    }
}

extension MessageDecoder {
    /// The value that the bytes are, all of them.
    package static func decode<T: MessageValue>(_ type: T.Type, from message: [UInt8]) throws -> T {
        try T(reading: EncodedValue(whole: message))
    }
}

extension MessageWriter {
    /// Writes fields, each with `writeField`.
    func writeFields(_ write: (MessageWriter) throws -> Void) rethrows {
        let outer = depth
        _ = open(.fields, at: outer)
        try write(self)
        close(to: outer)
    }

    /// Writes a field.
    func writeField(_ name: String, _ value: some MessageValue) throws {
        write(name: name)
        try value.write(to: self)
    }

    /// Writes a field with an integer, a text or whatever else the format has a kind for.
    func writeField(_ name: String, _ value: some Encodable) throws {
        write(name: name)
        try write(value)
    }

    /// Writes a field with the raw value of an enumeration.
    func writeField<T: RawRepresentable<String>>(_ name: String, raw value: T) throws {
        write(name: name)
        try write(value.rawValue)
    }

    /// Writes a field with a list of texts.
    func writeField(_ name: String, texts: [String]) throws {
        write(name: name)
        let outer = depth
        _ = open(.list, at: outer)
        for text in texts { try write(text) }
        close(to: outer)
    }

    /// Writes a field with a list.
    func writeField(_ name: String, list values: [some MessageValue]) throws {
        write(name: name)
        let outer = depth
        _ = open(.list, at: outer)
        for value in values { try value.write(to: self) }
        close(to: outer)
    }
}

extension EncodedFields {
    /// Reads a field.
    func read<T: MessageValue>(_ name: String, as type: T.Type = T.self) throws -> T {
        try T(reading: value(of: name))
    }

    /// Reads a field with an integer, a text or whatever else the format has a kind for.
    func read<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T {
        try value(of: name).decoded(as: type)
    }

    /// Reads a field that may be missing.
    func readIfPresent<T: MessageValue>(_ name: String, as type: T.Type = T.self) throws -> T? {
        guard let value = try find(name), !value.isNone else { return nil }
        return try T(reading: self.value(of: name))
    }

    /// Reads a field that may be missing.
    func readIfPresent<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T? {
        guard let value = try find(name), !value.isNone else { return nil }
        return try self.value(of: name).decoded(as: type)
    }

    /// Reads a field with the raw value of an enumeration.
    func read<T: RawRepresentable<String>>(raw name: String, as type: T.Type = T.self) throws -> T {
        try value(of: name).raw(as: type)
    }

    /// Reads a field with the raw value of an enumeration, which may be missing.
    func readIfPresent<T: RawRepresentable<String>>(raw name: String, as type: T.Type = T.self) throws -> T? {
        guard let value = try find(name), !value.isNone else { return nil }
        return try self.value(of: name).raw(as: type)
    }

    /// Reads a field with a list of texts.
    func read(texts name: String) throws -> [String] {
        try value(of: name).elements { try $0.decoded(as: String.self) }
    }

    /// Reads a field with a list.
    func read<T: MessageValue>(list name: String, of type: T.Type = T.self) throws -> [T] {
        try value(of: name).elements { try T(reading: $0) }
    }
}

extension EncodedValue {
    /// The case of an enumeration with this raw value.
    func raw<T: RawRepresentable<String>>(as type: T.Type) throws -> T {
        let text = try decoded(as: String.self)
        guard let value = T(rawValue: text) else {
            throw MessageError.unexpected(offset: offset, expected: "a \(type)", found: text)
        }
        return value
    }

    /// The one field of an enumeration's case with associated values: the case, and the fields of the values.
    func theCase() throws -> (name: String, fields: EncodedFields) {
        let fields = try EncodedFields(of: self)
        let names = try fields.names
        guard let name = names.first, names.count == 1 else {
            throw MessageError.unexpected(offset: offset, expected: "one case", found: "\(names.count) fields")
        }
        return (name, try EncodedFields(of: fields.value(of: name)))
    }

    /// What is read from each element of a list.
    func elements<T>(_ read: (EncodedValue) throws -> T) throws -> [T] {
        try open(as: .list)
        var values: [T] = []
        var offset = content.lowerBound
        while offset < content.upperBound {
            let value = try EncodedValue(in: message, at: offset, before: content.upperBound, depth: depth + 1)
            values.append(try read(value))
            offset = value.content.upperBound
        }
        return values
    }
}
