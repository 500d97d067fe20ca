internal import UprightBytes

/// Finds namespace declarations in well-formed start tags.
package enum XMPDeclarations {
    private static let declaration = Array("xmlns".utf8)

    /// Returns the prefixes and namespaces that a start tag declares; the default namespace has an empty prefix.
    package static func all(in tag: ArraySlice<UInt8>) -> [(prefix: String, uri: String)] {
        guard tag.firstOffset(of: declaration) != nil else { return [] }
        var found: [(String, String)] = []
        var position = tag.startIndex
        func skip(while condition: (UInt8) -> Bool) {
            while position < tag.endIndex, condition(tag[position]) { position += 1 }
        }
        let isSpace = XMPTagScanner.isSpace
        skip { !isSpace($0) }
        while position < tag.endIndex {
            skip(while: isSpace)
            let start = position
            skip { !isSpace($0) && $0 != 0x3D && $0 != 0x2F && $0 != 0x3E }
            let name = String(decoding: tag[start..<position], as: UTF8.self)
            skip { isSpace($0) || $0 == 0x3D }
            guard position < tag.endIndex, tag[position] == 0x22 || tag[position] == 0x27 else { break }
            let quote = tag[position]
            position += 1
            let value = position
            skip { $0 != quote }
            let uri = String(decoding: tag[value..<position], as: UTF8.self)
            position += 1
            if name == "xmlns" { found.append(("", uri)) }
            if name.hasPrefix("xmlns:") { found.append((String(name.dropFirst(6)), uri)) }
        }
        return found
    }
}
