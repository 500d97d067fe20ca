/// The names of files that would have the same name: `a.jpg`, `a-2.jpg`, `a-3.jpg`.
package enum NumberedName {
    /// How many files can have one name.
    package static let most = 9_999
    /// The longest name of most file systems, in bytes.
    private static let longest = 255
    private static let dot = UInt8(ascii: ".")

    /// Returns a name with a number before its extension; 1 is the name itself.
    package static func of(_ name: [UInt8], _ number: Int) -> [UInt8] {
        guard number > 1 else { return name }
        let (stem, suffix) = split(name)
        let end = Array("-\(number)".utf8) + (suffix.map { [dot] + $0 } ?? [])
        guard stem.count + end.count > longest, end.count < longest else { return stem + end }
        // Not within a character: some file systems refuse such names.
        let cut = stem.prefix(longest - end.count + 1)
        return cut.prefix(upTo: cut.lastIndex { $0 & 0xC0 != 0x80 } ?? 0) + end
    }

    /// Returns the number that an output's name has, compared with that of its source: 2 for `a-2.jpg` of `a.png`; otherwise 1.
    package static func number(of output: [UInt8], from source: [UInt8]) -> Int {
        let stem = split(output).stem
        for base in [split(source).stem, source] where stem.starts(with: base + [UInt8(ascii: "-")]) {
            let digits = stem.dropFirst(base.count + 1)
            guard digits.first != UInt8(ascii: "0"), let number = Int(String(decoding: digits, as: UTF8.self)) else {
                continue
            }
            return max(number, 1)
        }
        return 1
    }

    /// Splits a name into the part before the extension, and the extension without its dot; nil if there is none. A leading dot
    /// does not start an extension.
    package static func split(_ name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]?) {
        guard let index = name.lastIndex(of: dot), index > 0, index + 1 < name.count else { return (name, nil) }
        return (Array(name[..<index]), Array(name[(index + 1)...]))
    }
}
