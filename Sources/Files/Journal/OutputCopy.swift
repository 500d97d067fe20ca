internal import UprightBase

/// A further output of a file: in another folder, made from the first output by steps of its own.
package struct OutputCopy: Sendable, Hashable {
    /// Its absolute path.
    package var output: RawPath
    /// The SHA-256 of its bytes (32 bytes).
    package var sha256: [UInt8]
    package var bytes: Int

    package init(output: RawPath, sha256: [UInt8], bytes: Int) {
        (self.output, self.sha256, self.bytes) = (output, sha256, bytes)
    }

    /// Reads copies from their column: a line for each, with digest, size and path, the path in hexadecimal. Lines that cannot be
    /// read are left out.
    static func copies(_ text: String) -> [OutputCopy] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            guard parts.count == 3, let sha256 = UprightBase.bytes(hexadecimal: parts[0]), let size = Int(parts[1]),
                let path = UprightBase.bytes(hexadecimal: parts[2])
            else {
                return nil
            }
            return OutputCopy(output: RawPath(bytes: path), sha256: sha256, bytes: size)
        }
    }

    /// The text of a column with copies. The inverse of ``copies(_:)``.
    static func text(_ copies: [OutputCopy]) -> String {
        copies.map { "\(hexadecimal($0.sha256)) \($0.bytes) \(hexadecimal($0.output.bytes))" }.joined(separator: "\n")
    }
}
