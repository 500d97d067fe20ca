internal import Glibc
internal import UprightFiles

/// The command-line arguments as text, even where their bytes are not UTF-8.
///
/// A byte that is not part of valid UTF-8 becomes a character of its own, U+10FF80 to U+10FFFF, so that files with
/// such names can be named. Characters of that range in a name are encoded in the same way, byte by byte.
enum ArgumentText {
    private static let base: UInt32 = 0x10FF00

    /// The arguments of the process, without the program's name.
    static var all: [String] {
        var found: [String] = []
        var next = CommandLine.unsafeArgv + 1
        while let argument = next.pointee {
            found.append(text(of: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))))
            next += 1
        }
        return found
    }

    /// Encodes bytes as text.
    static func text(of bytes: [UInt8]) -> String {
        // Shortcut for ASCII, which avoids the standard library's generic functions: at its first call, each makes types, which
        // takes longer than all of this.
        let isPlain = bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count, bytes[index] < 0x80 { index += 1 }
            return index == bytes.count
        }
        if isPlain {
            return String(unsafeUninitializedCapacity: bytes.count) { text in
                if let base = text.baseAddress { memcpy(base, bytes, bytes.count) }
                return bytes.count
            }
        }
        if let text = String(validating: bytes, as: UTF8.self), isText(text) { return text }
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

    /// The bytes that a text encodes.
    static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            scalar.value >= base ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    /// Whether a text encodes valid UTF-8.
    static func isText(_ text: String) -> Bool { !text.unicodeScalars.contains { $0.value >= base } }
}

extension RawPath {
    /// The path that a command-line argument names.
    init(argument: String) { self.init(bytes: ArgumentText.bytes(of: argument)) }
}
