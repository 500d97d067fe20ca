package import UprightFormats

/// Each kind of property has a kind of its own in a message. Unlike all other numbers in messages, those of properties can be
/// infinite or NaN.
extension MessageEncoder: PropertyValueEncoder {
    package func encode(property: PropertyValue) throws { try writer.write(property) }
}

extension MessageDecoder: PropertyValueDecoder {
    package func decodeProperty() throws -> PropertyValue { try EncodedProperty(value).value }
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
            // In order, so that the reader can write them as JSON as they are.
            try PropertyValue.forEachInOrder(of: members) { name, member in
                write(name: name)
                try write(member)
            }
        }
        close(to: outer)
    }
}
