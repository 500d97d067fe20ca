/// Finds the fields of a value by name.
///
/// A search goes through the fields in order, starting after the field that was found last. Types decode their
/// properties in the order in which they encode them, so nearly every search ends at the first field.
final class EncodedFields {
    private let whole: EncodedValue
    /// The offset where the next search starts: the start of a field, or the end of the last.
    private var next: Int

    /// Creates the fields of a value; throws if it is not fields, or if a field extends beyond its end.
    init(of value: EncodedValue) throws(MessageError) {
        try value.open(as: .fields)
        whole = value
        next = value.content.lowerBound
        var offset = next
        while offset < value.content.upperBound { offset = try extent(after: try name(at: offset)).upperBound }
    }

    /// The names, in the order of the message, including duplicates.
    var names: [String] {
        get throws {
            var names: [String] = []
            var offset = whole.content.lowerBound
            while offset < whole.content.upperBound {
                let name = try name(at: offset)
                names.append(String(decoding: whole.message[name], as: UTF8.self))
                offset = try extent(after: name).upperBound
            }
            return names
        }
    }

    /// Returns the value of a required field. The next search starts after it.
    func value(of name: String) throws(MessageError) -> EncodedValue {
        guard let value = try find(name) else { throw .missing(offset: whole.offset, field: name) }
        next = value.content.upperBound
        return value
    }

    /// Returns the value of a field; nil if there is no field with that name.
    func find(_ name: String) throws(MessageError) -> EncodedValue? {
        for range in [next..<whole.content.upperBound, whole.content.lowerBound..<next] {
            if let found = try find(name, in: range) { return try value(after: found) }
        }
        return nil
    }

    /// The range of the first name in a range of fields that equals `name`.
    private func find(_ name: String, in range: Range<Int>) throws(MessageError) -> Range<Int>? {
        var name = name
        var offset = range.lowerBound
        while offset < range.upperBound {
            let found = try self.name(at: offset)
            let isEqual = name.withUTF8 { name in
                found.count == name.count && whole.message.withUnsafeBytes { $0[found].elementsEqual(name) }
            }
            if isEqual { return found }
            offset = try extent(after: found).upperBound
        }
        return nil
    }

    private func name(at offset: Int) throws(MessageError) -> Range<Int> {
        try Self.name(in: whole.message, at: offset, before: whole.content.upperBound)
    }

    /// The range of the name at an offset of a message. Its field must end by `end`.
    static func name(in message: [UInt8], at offset: Int, before end: Int) throws(MessageError) -> Range<Int> {
        var start = offset
        let length = try EncodedValue.shortLength(in: message, at: &start, before: end)
        guard length <= end - start else {
            throw .unexpected(offset: start, expected: "a name of \(length) bytes", found: "\(end - start)")
        }
        return start..<start + length
    }

    private func extent(after name: Range<Int>) throws(MessageError) -> Range<Int> {
        try EncodedValue.extent(in: whole.message, at: name.upperBound, before: whole.content.upperBound).content
    }

    private func value(after name: Range<Int>) throws(MessageError) -> EncodedValue {
        try EncodedValue(
            in: whole.message, at: name.upperBound, before: whole.content.upperBound, depth: whole.depth + 1)
    }
}
