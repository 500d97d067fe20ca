/// The bytes of a message that is being written, and the lists and fields that are still open in it.
final class MessageWriter {
    private(set) var bytes: [UInt8]
    /// Where the lists and fields that are being written begin, outermost first.
    private var open: [Int] = []
    /// The first that went wrong where it could not be thrown.
    private var failure: MessageError?

    /// A message to be written behind the bytes.
    init(after head: [UInt8]) { bytes = head }

    /// Writes a value, and closes what was opened for it.
    ///
    /// What this form has kinds for is written here, however a type hands it over (`EncodedValue.decoded` is the inverse).
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

    /// Writes that there is no value.
    func writeNone() { bytes.append(.none) }

    /// How many lists and fields are open.
    var depth: Int { open.count }

    /// Fails where a value that belongs at this depth is written into another one.
    func expect(depth: Int) {
        if open.count != depth { fail(.unsupported("a value is encoded into another one that is not complete")) }
    }

    /// Begins a list or fields; returns where, as which it is known from then on.
    func open(_ kind: MessageFormat.Kind, at depth: Int) -> Int {
        expect(depth: depth)
        let start = bytes.count
        if open.count == MessageFormat.mostDepth { fail(.tooDeep(offset: start, most: MessageFormat.mostDepth)) }
        bytes.append(kind, 0, bytes: 4)
        open.append(start)
        return start
    }

    /// Goes on with the list or the fields that begin there: what was opened in them since then is complete.
    func resume(_ start: Int) {
        if open.last == start { return }
        guard open.contains(start) else {
            return fail(.unsupported("a list or fields were written to after what follows them was begun"))
        }
        close { $0.last != start }
    }

    /// Writes the name of a field; its value must follow.
    func write(name: String) { bytes.append(text: name) }

    /// An encoder for a superclass, which there is none for: the message fails.
    func refuseInheritance() -> MessageEncoder {
        fail(.unsupported("classes that inherit are not encoded"))
        return MessageEncoder(writer: self)
    }

    /// Throws what went wrong so far.
    func check() throws(MessageError) {
        if let failure { throw failure }
    }

    private func write(composed value: some Encodable) throws {
        let start = bytes.count
        let depth = open.count
        try value.encode(to: MessageEncoder(writer: self))
        close { $0.count > depth }
        try check()
        // A type may have written nothing at all, or one value after another where there is room for one.
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

    private func write(real value: Double) throws(MessageError) {
        guard value.isFinite else { throw .unsupported("expected a finite number, found \(value)") }
        bytes.append(.real, value.bitPattern, bytes: 8)
    }

    /// Closes the innermost list or fields as long as they are too many.
    private func close(while isTooMany: ([Int]) -> Bool) {
        while isTooMany(open) {
            let start = open.removeLast()
            // What is longer than these 4 bytes can say is refused as a whole.
            bytes.replace(length: bytes.count - start - 5, at: start + 1)
        }
    }

    private func fail(_ error: MessageError) {
        if failure == nil { failure = error }
    }
}

extension [UInt8] {
    /// Writes a length of 4 bytes, little-endian, over the bytes that kept its place until it was known.
    mutating func replace(length: Int, at offset: Int) {
        for index in 0..<4 { self[offset + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    }
}

// On the bytes, and not on the writer: each use of an object's property is checked for overlapping with another.
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
