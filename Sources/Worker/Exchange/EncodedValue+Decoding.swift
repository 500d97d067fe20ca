extension EncodedValue {
    /// Decodes the value as a Swift type.
    ///
    /// Types that have a kind in this format are read here, whether they are requested from a container or as elements
    /// of an array. Each comparison is of two addresses, or none if the compiler knows the type.
    func decoded<T: Decodable>(as type: T.Type) throws -> T {
        if type == String.self { return try text() as! T }
        if type == Int.self { return try integer(Int.self) as! T }
        if type == Bool.self { return try flag() as! T }
        if type == [UInt8].self { return try bytes() as! T }
        if type == Double.self { return try real() as! T }
        if type == Float.self { return try single() as! T }
        if type == Int8.self { return try integer(Int8.self) as! T }
        if type == Int16.self { return try integer(Int16.self) as! T }
        if type == Int32.self { return try integer(Int32.self) as! T }
        if type == Int64.self { return try integer(Int64.self) as! T }
        if type == UInt.self { return try integer(UInt.self) as! T }
        if type == UInt8.self { return try integer(UInt8.self) as! T }
        if type == UInt16.self { return try integer(UInt16.self) as! T }
        if type == UInt32.self { return try integer(UInt32.self) as! T }
        if type == UInt64.self { return try integer(UInt64.self) as! T }
        return try T(from: MessageDecoder(value: self))
    }

    private func flag() throws(MessageError) -> Bool {
        switch kind {
        case .yes: true
        case .no: false
        default: throw mismatch(expected: "yes or no")
        }
    }

    private func text() throws(MessageError) -> String {
        guard kind == .text else { throw mismatch(expected: "text") }
        guard let text = String(validating: message[content], as: UTF8.self) else {
            throw .unexpected(offset: content.lowerBound, expected: "UTF-8", found: "other bytes")
        }
        return text
    }

    private func bytes() throws(MessageError) -> [UInt8] {
        guard kind == .bytes else { throw mismatch(expected: "bytes") }
        return Array(message[content])
    }

    private func integer<T: FixedWidthInteger>(_ type: T.Type) throws(MessageError) -> T {
        let value: T?
        switch kind {
        case .signed: value = T(exactly: Int64(bitPattern: word))
        case .unsigned: value = T(exactly: word)
        default: throw mismatch(expected: "an integer")
        }
        guard let value else {
            throw .unexpected(offset: offset, expected: "an integer that \(type) holds", found: "a larger one")
        }
        return value
    }

    /// Refuses infinities and NaN: neither side uses them, and the code that reads the answers does not expect them.
    private func real() throws(MessageError) -> Double {
        guard kind == .real else { throw mismatch(expected: "a real number") }
        let value = Double(bitPattern: word)
        guard value.isFinite else {
            throw .unexpected(offset: offset, expected: "a finite number", found: "\(value)")
        }
        return value
    }

    private func single() throws(MessageError) -> Float {
        guard let value = Float(exactly: try real()) else {
            throw .unexpected(offset: offset, expected: "a number that Float holds", found: "another")
        }
        return value
    }

    /// The 8 bytes of a number.
    private var word: UInt64 { Self.word(in: message, at: content.lowerBound) }

    /// Returns the 8 bytes at an offset, which the message must have.
    static func word(in message: [UInt8], at offset: Int) -> UInt64 {
        message.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
    }
}
