/// A value within the bytes of a message. Only its own extent has been checked, not the content of lists and fields.
struct EncodedValue {
    typealias Kind = MessageFormat.Kind

    let message: [UInt8]
    let kind: Kind
    /// The offset of the byte with the kind.
    let offset: Int
    /// The range of the bytes after the kind and the length; within the message.
    let content: Range<Int>
    /// The number of lists and fields that enclose the value.
    let depth: Int

    /// Reads the value at an offset. It must end by `end`, which is at most the message's end.
    init(in message: [UInt8], at offset: Int, before end: Int, depth: Int) throws(MessageError) {
        (kind, content) = try Self.extent(in: message, at: offset, before: end)
        self.message = message
        self.offset = offset
        self.depth = depth
    }

    /// Returns the kind and the content of the value at an offset, as ``init(in:at:before:depth:)`` reads it.
    static func extent(
        in message: [UInt8], at offset: Int, before end: Int
    ) throws(MessageError) -> (kind: Kind, content: Range<Int>) {
        guard offset < end else {
            throw .unexpected(offset: offset, expected: "a value", found: "the end of the enclosing value")
        }
        guard let kind = Kind(rawValue: message[offset]) else {
            throw .unexpected(offset: offset, expected: "the kind of a value", found: "byte \(message[offset])")
        }
        var start = offset + 1
        let length: Int
        switch kind {
        case .none, .no, .yes: length = 0
        case .signed, .unsigned, .real: length = 8
        case .text, .bytes: length = try EncodedValue.shortLength(in: message, at: &start, before: end)
        case .list, .fields: length = try EncodedValue.longLength(in: message, at: &start, before: end)
        }
        guard length <= end - start else {
            throw .unexpected(offset: start, expected: "\(length) bytes of \(kind)", found: "\(end - start)")
        }
        return (kind, start..<start + length)
    }

    /// The value of a message, which must use all bytes.
    init(whole message: [UInt8]) throws(MessageError) {
        try self.init(in: message, at: 0, before: message.count, depth: 0)
        let end = content.upperBound
        guard end == message.count else {
            throw .unexpected(
                offset: end, expected: "the end of the message", found: "\(message.count - end) more bytes")
        }
    }

    /// Whether this is the absence of a value.
    var isNone: Bool { kind == .none }

    /// The error that the value does not have the expected kind.
    func mismatch(expected: String) -> MessageError {
        .unexpected(offset: offset, expected: expected, found: "\(kind)")
    }

    /// Checks that the value has the kind, a list or fields, and is not nested too deeply.
    func open(as kind: Kind) throws(MessageError) {
        guard self.kind == kind else { throw mismatch(expected: "\(kind)") }
        guard depth < MessageFormat.maximumDepth else {
            throw .tooDeep(offset: offset, most: MessageFormat.maximumDepth)
        }
    }

    /// Reads a length of one byte, or of five; moves `start` past it.
    static func shortLength(in message: [UInt8], at start: inout Int, before end: Int) throws(MessageError) -> Int {
        guard start < end else { throw .unexpected(offset: start, expected: "a length", found: "the end") }
        let length = message[start]
        start += 1
        return length < MessageFormat.longLength
            ? Int(length) : try longLength(in: message, at: &start, before: end)
    }

    /// Reads a length of 4 bytes; moves `start` past it.
    private static func longLength(
        in message: [UInt8], at start: inout Int, before end: Int
    ) throws(MessageError) -> Int {
        guard end - start >= 4 else {
            throw .unexpected(offset: start, expected: "a length of 4 bytes", found: "\(end - start) bytes")
        }
        let length = (0..<4).reduce(0) { $0 | Int(message[start + $1]) << (8 * $1) }
        start += 4
        return length
    }
}
