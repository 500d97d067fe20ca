/// The fields of a value, found by name.
///
/// They are looked for one after the other, from behind the one that was found last: types decode their properties in the
/// order in which they encode them, so that nearly each is the first that is looked at.
final class EncodedFields {
    private struct Field {
        let name: Range<Int>
        let value: EncodedValue
    }

    private let whole: EncodedValue
    /// Where the next search begins; the start of a field, or the end of the last.
    private var next: Int

    /// The fields of the value; throws where it has none, or one of them goes beyond its end.
    init(of value: EncodedValue) throws(MessageError) {
        try value.open(as: .fields)
        whole = value
        next = value.content.lowerBound
        var offset = next
        while offset < value.content.upperBound { offset = try field(at: offset).value.content.upperBound }
    }

    /// The names, in the order of the message; one that comes twice is there twice.
    var names: [String] {
        get throws(MessageError) {
            var names: [String] = []
            var offset = whole.content.lowerBound
            while offset < whole.content.upperBound {
                let field = try field(at: offset)
                names.append(String(decoding: whole.message[field.name], as: UTF8.self))
                offset = field.value.content.upperBound
            }
            return names
        }
    }

    /// The value of a field that must be there; the next search begins behind it.
    func value(of name: String) throws(MessageError) -> EncodedValue {
        guard let value = try find(name) else { throw .missing(offset: whole.offset, field: name) }
        next = value.content.upperBound
        return value
    }

    /// The value of a field, nil where there is none of that name.
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
