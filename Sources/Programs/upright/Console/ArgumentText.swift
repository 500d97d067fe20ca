internal import UprightFiles

/// The arguments of the command line as text, whatever their bytes.
///
/// A byte that is not part of UTF-8 stands as a character of its own, U+10FF80 to U+10FFFF, so that a file with such a
/// name can be named; a name with these characters in it is written in the same way, byte for byte.
enum ArgumentText {
    private static let base: UInt32 = 0x10FF00

    /// The process's arguments, without its own name.
    static var all: [String] {
        var found: [String] = []
        var next = CommandLine.unsafeArgv + 1
        while let argument = next.pointee {
            found.append(text(of: Array(UnsafeRawBufferPointer(start: argument, count: length(argument)))))
            next += 1
        }
        return found
    }

    private static func length(_ text: UnsafeMutablePointer<CChar>) -> Int {
        var count = 0
        while text[count] != 0 { count += 1 }
        return count
    }

    /// Bytes as text.
    static func text(of bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            if let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first,
                scalar.value < base
            {
                text.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                if let scalar = Unicode.Scalar(base + UInt32(first)) { text.append(scalar) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The bytes that a text stands for.
    static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            scalar.value >= base ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    /// Whether a text was text already.
    static func isText(_ text: String) -> Bool { !text.unicodeScalars.contains { $0.value >= base } }
}

extension RawPath {
    /// The path that an argument of the command line names.
    init(argument: String) { self.init(bytes: ArgumentText.bytes(of: argument)) }
}
