internal import UprightBase

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
            let name = tag[start..<position]
            skip { isSpace($0) || $0 == 0x3D }
            guard position < tag.endIndex, tag[position] == 0x22 || tag[position] == 0x27 else { break }
            let quote = tag[position]
            position += 1
            let value = position
            skip { $0 != quote }
            let uri = tag[value..<position]
            position += 1
            guard name.starts(with: declaration) else { continue }
            let prefix = name.dropFirst(declaration.count)
            guard prefix.isEmpty || prefix.first == UInt8(ascii: ":") else { continue }
            found.append((String(decoding: prefix.dropFirst(), as: UTF8.self), String(decoding: uri, as: UTF8.self)))
        }
        return found
    }
}
