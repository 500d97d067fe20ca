package import UprightBase
package import UprightFormats

/// A property within a message, which is written as JSON, or read, only when it is asked for.
///
/// Everything in it was checked when it was made, so that what a worker sends is refused at once, and reading it cannot fail.
package struct EncodedProperty: Sendable {
    private let message: [UInt8]
    private let start: Int

    /// Throws if the value, or something within it, is no property.
    init(_ value: EncodedValue) throws(MessageError) {
        message = value.message
        start = value.offset
        try Self.check(value)
    }

    private static func check(_ value: EncodedValue) throws(MessageError) {
        let message = value.message
        switch value.kind {
        case .none, .no, .yes, .signed, .real, .bytes: break
        case .text:
            guard (try? UTF8Span(validating: message.span.extracting(value.content))) != nil else {
                throw .unexpected(offset: value.content.lowerBound, expected: "UTF-8", found: "other bytes")
            }
        case .list, .fields:
            try value.open(as: value.kind)
            let end = value.content.upperBound
            var offset = value.content.lowerBound
            while offset < end {
                if value.kind == .fields {
                    offset = try EncodedFields.name(in: message, at: offset, before: end).upperBound
                }
                let member = try EncodedValue(in: message, at: offset, before: end, depth: value.depth + 1)
                try check(member)
                offset = member.content.upperBound
            }
        case .unsigned: throw value.mismatch(expected: "a property")
        }
    }

    package var value: PropertyValue { read(at: start).value }

    /// Writes the property as JSON, as ``PropertyValue/write(to:)`` does; members are in the order of the message.
    package func write(to text: inout JSONText) {
        message.withUnsafeBufferPointer { _ = write(at: start, of: $0, to: &text) }
    }

    private func read(at offset: Int) -> (value: PropertyValue, end: Int) {
        let (kind, content) = extent(at: offset)
        var offset = content.lowerBound
        let value: PropertyValue
        switch kind {
        case .text: value = .string(string(content))
        case .signed, .unsigned: value = .integer(Int(bitPattern: UInt(word(content))))
        case .real: value = .real(Double(bitPattern: word(content)))
        case .yes, .no: value = .boolean(kind == .yes)
        case .bytes: value = .data(Array(message[content]))
        case .none: value = .null
        case .list:
            var elements: [PropertyValue] = []
            while offset < content.upperBound {
                let (element, end) = read(at: offset)
                elements.append(element)
                offset = end
            }
            value = .array(elements)
        case .fields:
            var members: [String: PropertyValue] = [:]
            while offset < content.upperBound {
                let name = name(at: offset)
                let (member, end) = read(at: name.upperBound)
                members[string(name)] = member
                offset = end
            }
            value = .dictionary(members)
        }
        return (value, content.upperBound)
    }

    /// Returns the end of the value.
    private func write(at offset: Int, of bytes: UnsafeBufferPointer<UInt8>, to text: inout JSONText) -> Int {
        let (kind, content) = extent(at: offset)
        switch kind {
        case .text: text.write(utf8: UnsafeBufferPointer(rebasing: bytes[content]))
        case .signed, .unsigned: text.write(Int(bitPattern: UInt(word(content))))
        case .real: text.write(Double(bitPattern: word(content)))
        case .yes, .no: text.write(kind == .yes)
        case .bytes: PropertyValue.write(message.span.extracting(content), to: &text)
        case .none: text.writeNull()
        case .list:
            text.array { text in
                var offset = content.lowerBound
                while offset < content.upperBound {
                    text.separate()
                    offset = write(at: offset, of: bytes, to: &text)
                }
            }
        case .fields:
            text.object { text in
                var offset = content.lowerBound
                while offset < content.upperBound {
                    let name = name(at: offset)
                    text.name(utf8: UnsafeBufferPointer(rebasing: bytes[name]))
                    offset = write(at: name.upperBound, of: bytes, to: &text)
                }
            }
        }
        return content.upperBound
    }

    // None of these fails, since all of it was checked.

    private func extent(at offset: Int) -> (kind: MessageFormat.Kind, content: Range<Int>) {
        do throws(MessageError) {
            return try EncodedValue.extent(in: message, at: offset, before: message.count)
        } catch { return (.none, message.count..<message.count) }
    }

    private func name(at offset: Int) -> Range<Int> {
        do throws(MessageError) {
            return try EncodedFields.name(in: message, at: offset, before: message.count)
        } catch { return message.count..<message.count }
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: message[range], as: UTF8.self) }

    private func word(_ range: Range<Int>) -> UInt64 { EncodedValue.word(in: message, at: range.lowerBound) }
}
