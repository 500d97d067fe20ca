/// Finds the fields of a value by name.
///
/// A search goes through the fields in order, starting after the field that was found last. Types decode their
/// properties in the order in which they encode them, so nearly every search ends at the first field.
final class EncodedFields {
    private struct Field {
        let name: Range<Int>
        let value: EncodedValue
    }

    private let whole: EncodedValue
    /// The offset where the next search starts: the start of a field, or the end of the last.
    private var next: Int

    /// Creates the fields of a value; throws if it is not fields, or if a field extends beyond its end.
    init(of value: EncodedValue) throws(MessageError) {
        try value.open(as: .fields)
        whole = value
        next = value.content.lowerBound
        var offset = next
        while offset < value.content.upperBound { offset = try field(at: offset).value.content.upperBound }
    }

    /// All fields, in the order of the message, including duplicates.
    var all: [(name: String, value: EncodedValue)] {
        get throws(MessageError) {
            var all: [(String, EncodedValue)] = []
            var offset = whole.content.lowerBound
            while offset < whole.content.upperBound {
                let field = try field(at: offset)
                all.append((String(decoding: whole.message[field.name], as: UTF8.self), field.value))
                offset = field.value.content.upperBound
            }
            return all
        }
    }

    /// The names, in the order of the message, including duplicates.
    var names: [String] { get throws(MessageError) { try all.map(\.name) } }

    /// Returns the value of a required field. The next search starts after it.
    func value(of name: String) throws(MessageError) -> EncodedValue {
        guard let value = try find(name) else { throw .missing(offset: whole.offset, field: name) }
        next = value.content.upperBound
        return value
    }

    /// Returns the value of a field; nil if there is no field with that name.
    func find(_ name: String) throws(MessageError) -> EncodedValue? {
        var name = name
        name.makeContiguousUTF8()
        if let value = try find(name, in: next..<whole.content.upperBound) { return value }
        return try find(name, in: whole.content.lowerBound..<next)
    }

    private func find(_ name: String, in range: Range<Int>) throws(MessageError) -> EncodedValue? {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let field = try field(at: offset)
            if field.name.count == name.utf8.count && whole.message[field.name].elementsEqual(name.utf8) {
                return field.value
            }
            offset = field.value.content.upperBound
        }
        return nil
    }

    private func field(at offset: Int) throws(MessageError) -> Field {
        let end = whole.content.upperBound
        var start = offset
        let length = try EncodedValue.shortLength(in: whole.message, at: &start, before: end)
        guard length <= end - start else {
            throw .unexpected(offset: start, expected: "a name of \(length) bytes", found: "\(end - start)")
        }
        let value = try EncodedValue(in: whole.message, at: start + length, before: end, depth: whole.depth + 1)
        return Field(name: start..<start + length, value: value)
    }
}
