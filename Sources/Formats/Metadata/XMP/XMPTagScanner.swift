/// Finds the positions of attributes in a well-formed start tag.
package enum XMPTagScanner {
    /// Returns the ranges of a tag's attributes and of their values, in order, without namespace declarations.
    static func attributes(in text: [UInt8], tag: Range<Int>) -> [(whole: Range<Int>, value: Range<Int>)] {
        var found: [(whole: Range<Int>, value: Range<Int>)] = []
        var position = tag.lowerBound + 1
        func skip(while condition: (UInt8) -> Bool) {
            while position < tag.upperBound, condition(text[position]) { position += 1 }
        }
        skip { !isSpace($0) && $0 != 0x2F && $0 != 0x3E }
        while true {
            skip(while: isSpace)
            let nameStart = position
            skip { !isSpace($0) && $0 != 0x3D && $0 != 0x2F && $0 != 0x3E }
            let name = text[nameStart..<position]
            skip { isSpace($0) || $0 == 0x3D }
            guard !name.isEmpty, position < tag.upperBound, text[position] == 0x22 || text[position] == 0x27 else {
                return found
            }
            let quote = text[position]
            position += 1
            let valueStart = position
            skip { $0 != quote }
            guard position < tag.upperBound else { return found }
            let value = valueStart..<position
            position += 1
            let declares = name.starts(with: "xmlns".utf8) && (name.count == 5 || name[name.startIndex + 5] == 0x3A)
            if !declares { found.append((nameStart..<position, value)) }
        }
    }

    /// Whether a byte is white space in XML.
    package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
