/// The bytes of a message that is being written, and the lists and fields that are still open.
final class MessageWriter {
    private(set) var bytes: [UInt8]
    /// The offsets of the open lists and fields, outermost first.
    private var open: [Int] = []
    /// The first error in a method that cannot throw.
    private var failure: MessageError?

    /// Creates a writer that appends a message to `head`.
    init(after head: [UInt8]) { bytes = head }

    /// Writes a value, and closes the lists and fields that were opened for it.
    ///
    /// Types that have a kind in this format are written here, in whatever container (the inverse is
    /// `EncodedValue.decoded`).
    func write<T: Encodable>(_ value: T) throws {
        let type = T.self
        if type == String.self {
            bytes.append(.text)
            bytes.append(text: value as! String)
        } else if type == Int.self {
            write(integer: value as! Int)
        } else if type == Bool.self {
            bytes.append(value as! Bool ? .yes : .no)
        } else if type == [UInt8].self {
            bytes.append(.bytes)
            bytes.append(array: value as! [UInt8])
        } else if type == Double.self {
            try write(real: value as! Double)
        } else if type == Float.self {
            try write(real: Double(value as! Float))
        } else if type == Int8.self {
            write(integer: value as! Int8)
        } else if type == Int16.self {
            write(integer: value as! Int16)
        } else if type == Int32.self {
            write(integer: value as! Int32)
        } else if type == Int64.self {
            write(integer: value as! Int64)
        } else if type == UInt.self {
            write(integer: value as! UInt)
        } else if type == UInt8.self {
            write(integer: value as! UInt8)
        } else if type == UInt16.self {
            write(integer: value as! UInt16)
        } else if type == UInt32.self {
            write(integer: value as! UInt32)
        } else if type == UInt64.self {
            write(integer: value as! UInt64)
        } else {
            try write(composed: value)
        }
    }

    /// Writes the absence of a value.
    func writeNone() { bytes.append(.none) }

    /// The number of open lists and fields.
    var depth: Int { open.count }

    /// Fails if a value that belongs at this depth is written into another value.
    func expect(depth: Int) {
        if open.count != depth { fail(.unsupported("a value is encoded into another value that is incomplete")) }
    }

    /// Opens a list or fields; returns the offset, which identifies it.
    func open(_ kind: MessageFormat.Kind, at depth: Int) -> Int {
        expect(depth: depth)
        let start = bytes.count
        if open.count == MessageFormat.maximumDepth { fail(.tooDeep(offset: start, most: MessageFormat.maximumDepth)) }
        bytes.append(kind, 0, bytes: 4)
        open.append(start)
        return start
    }

    /// Continues the list or fields at an offset, and closes the lists and fields that were opened inside.
    func resume(_ start: Int) {
        if open.last == start { return }
        guard open.contains(start) else {
            return fail(.unsupported("a list or fields were written to after they had been closed"))
        }
        close { $0.last != start }
    }

    /// Writes the name of a field; its value must follow.
    func write(name: String) { bytes.append(text: name) }

    /// Returns an encoder for a superclass, which is not supported: the message fails.
    func refuseInheritance() -> MessageEncoder {
        fail(.unsupported("subclasses are not encoded"))
        return MessageEncoder(writer: self)
    }

    /// Throws the first error so far.
    func check() throws(MessageError) {
        if let failure { throw failure }
    }

    private func write(composed value: some Encodable) throws {
        let start = bytes.count
        let depth = open.count
        try value.encode(to: MessageEncoder(writer: self))
        close { $0.count > depth }
        try check()
        // A type may have written no value, or several values in place of one.
        let written = try EncodedValue(in: bytes, at: start, before: bytes.count, depth: depth)
        guard written.content.upperBound == bytes.count else {
            throw MessageError.unsupported("\(type(of: value)) encodes itself as more than one value")
        }
    }

    private func write<T: FixedWidthInteger>(integer value: T) {
        if let signed = Int64(exactly: value) {
            bytes.append(.signed, UInt64(bitPattern: signed), bytes: 8)
        } else {
            bytes.append(.unsigned, UInt64(truncatingIfNeeded: value), bytes: 8)
        }
    }

    /// Writes a number that may be infinite or NaN, for a reader that asks for any.
    func write(anyReal value: Double) { bytes.append(.real, value.bitPattern, bytes: 8) }

    private func write(real value: Double) throws(MessageError) {
        guard value.isFinite else { throw .unsupported("expected a finite number, found \(value)") }
        write(anyReal: value)
    }

    /// Closes lists and fields until this many are open.
    func close(to depth: Int) { close { $0.count > depth } }

    /// Closes the innermost list or fields while the condition holds.
    private func close(while isTooMany: ([Int]) -> Bool) {
        while isTooMany(open) {
            let start = open.removeLast()
            // A message that is too long for these 4 bytes is refused as a whole.
            bytes.replace(length: bytes.count - start - 5, at: start + 1)
        }
    }

    private func fail(_ error: MessageError) {
        if failure == nil { failure = error }
    }
}

extension [UInt8] {
    /// Writes a length in 4 bytes, little-endian, over the placeholder bytes.
    mutating func replace(length: Int, at offset: Int) {
        for index in 0..<4 { self[offset + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    }
}

// Extensions of the array, not of the writer: each access to an object's property costs an exclusivity check.
extension [UInt8] {
    fileprivate mutating func append(_ kind: MessageFormat.Kind) { append(kind.rawValue) }

    fileprivate mutating func append(_ kind: MessageFormat.Kind, _ number: UInt64, bytes: Int) {
        append(kind)
        append(number, bytes: bytes)
    }

    fileprivate mutating func append(text: String) {
        append(length: text.utf8.count)
        append(contentsOf: text.utf8)
    }

    fileprivate mutating func append(array: [UInt8]) {
        append(length: array.count)
        append(contentsOf: array)
    }

    private mutating func append(length: Int) {
        if length < MessageFormat.longLength {
            append(UInt8(length))
        } else {
            append(MessageFormat.longLength)
            append(UInt64(length), bytes: 4)
        }
    }

    private mutating func append(_ number: UInt64, bytes: Int) {
        for index in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
    }
}
