/// The part of a file's name before its extension.
enum OutputStem {
    /// Splits a name into the part before the extension, and the extension without its dot; nil if there is none. A leading dot
    /// does not start an extension.
    static func split(_ name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]?) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else { return (name, nil) }
        return (Array(name[..<dot]), Array(name[(dot + 1)...]))
    }

    /// The part before the extension as text.
    static func text(of name: [UInt8]) -> String { String(decoding: split(name).stem, as: UTF8.self) }
}
