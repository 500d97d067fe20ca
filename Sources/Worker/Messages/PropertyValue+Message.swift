package import UprightMetadata

/// Each kind of property has a kind of its own in a message. Unlike all other numbers in messages, those of properties can be
/// infinite or NaN.
extension MessageEncoder: PropertyValueEncoder {
    package func encode(property: PropertyValue) throws { try writer.write(property) }
}

extension MessageDecoder: PropertyValueDecoder {
    package func decodeProperty() throws -> PropertyValue { try PropertyValue(reading: value) }
}

extension PropertyValue {
    fileprivate init(reading value: EncodedValue) throws {
        switch value.kind {
        case .text: self = .string(try value.decoded(as: String.self))
        case .signed: self = .integer(try value.decoded(as: Int.self))
        case .real: self = .real(try value.anyReal())
        case .yes, .no: self = .boolean(value.kind == .yes)
        case .bytes: self = .data(try value.decoded(as: [UInt8].self))
        case .list: self = .array(try value.elements { try PropertyValue(reading: $0) })
        case .fields:
            var members: [String: PropertyValue] = [:]
            try EncodedFields.read(value) { name, member in members[name] = try PropertyValue(reading: member) }
            self = .dictionary(members)
        case .none: self = .null
        case .unsigned: throw value.mismatch(expected: "a property")
        }
    }
}

extension MessageWriter {
    fileprivate func write(_ value: PropertyValue) throws {
        // Before going deeper: a file decides how deeply its properties are nested.
        try check()
        let outer = depth
        switch value {
        case .string(let text): try write(text)
        case .integer(let integer): try write(integer)
        case .real(let real): write(anyReal: real)
        case .boolean(let boolean): try write(boolean)
        case .data(let bytes): try write(bytes)
        case .array(let values):
            _ = open(.list, at: outer)
            for value in values { try write(value) }
        case .null: writeNone()
        case .dictionary(let members):
            _ = open(.fields, at: outer)
            for (name, member) in members {
                write(name: name)
                try write(member)
            }
        }
        close(to: outer)
    }
}

extension EncodedValue {
    /// What is read from each element of a list.
    fileprivate func elements<T>(_ read: (EncodedValue) throws -> T) throws -> [T] {
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
