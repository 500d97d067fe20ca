internal import Foundation

/// What names of files are compared by: the same name comes decomposed from some systems (macOS, SMB), and with letters of another
/// case from others (Windows, FAT).
package enum NameKey {
    /// Returns a name's key: its characters in Unicode's composed form, with their case folded (Unicode, section 3.13, full folding).
    /// A name that is not UTF-8 is its own key.
    package static func folded(_ name: [UInt8]) -> [UInt8] {
        if name.allSatisfy({ $0 < 0x80 }) { return name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        guard let text = String(validating: name, as: UTF8.self) else { return name }
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            // Turkish has two letters here. The folding of the others is what their capitals are in lower case: ß and ẞ are ss.
            guard scalar != "ı" else {
                folded.append(scalar)
                continue
            }
            for capital in scalar.properties.lowercaseMapping.unicodeScalars.flatMap(
                \.properties.uppercaseMapping.unicodeScalars)
            {
                folded.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return Array(String(folded).precomposedStringWithCanonicalMapping.utf8)
    }

    /// Returns a name in Unicode's decomposed form; one that is not UTF-8 as it is.
    package static func decomposed(_ name: [UInt8]) -> [UInt8] {
        guard !name.allSatisfy({ $0 < 0x80 }), let text = String(validating: name, as: UTF8.self) else { return name }
        return Array(text.decomposedStringWithCanonicalMapping.utf8)
    }

    /// Returns the numbers of UTF-16 units and of bytes of a text as it is, composed and decomposed.
    package static func lengths(of text: String) -> [Int] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(repeating: text.utf8.count, count: 6) }
        let forms = [text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping]
        return forms.flatMap { [$0.utf16.count, $0.utf8.count] }
    }
}
