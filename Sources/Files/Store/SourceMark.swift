internal import CUprightLinux
internal import UprightBase

/// The source that an output was made from, as an extended attribute of the output says it: without a journal, nothing else
/// tells whose output a file is.
package struct SourceMark: Sendable, Hashable {
    /// The name of the attribute.
    package static let attribute = "user.upright.source"

    /// The source's absolute path when the output was delivered; empty if it did not fit into an attribute.
    package var path: RawPath
    /// The SHA-256 of the source's bytes.
    package var sha256: [UInt8]

    package init(path: RawPath, sha256: [UInt8]) { (self.path, self.sha256) = (path, sha256) }
}

extension OpenFile {
    /// The source that the file was made from, if the file says so.
    package var sourceMark: SourceMark? {
        var value = [UInt8](repeating: 0, count: 1 << 13)
        let size = upright_get_attribute(descriptor, SourceMark.attribute, &value, value.count)
        guard size >= 64, let sha256 = bytes(hexadecimal: String(decoding: value[..<64], as: UTF8.self)) else {
            return nil
        }
        return SourceMark(path: RawPath(bytes: value[..<size].dropFirst(65)), sha256: sha256)
    }

    /// Says in the file which source it was made from. A file system without attributes keeps it without, which is no error.
    package func mark(_ mark: SourceMark) {
        let digest = Array(hexadecimal(mark.sha256).utf8)
        for value in [digest + [UInt8(ascii: " ")] + mark.path.bytes, digest] {
            if upright_set_attribute(descriptor, SourceMark.attribute, value, value.count) == 0 { return }
        }
    }

    /// The name of the attribute with the digest of an output that was edited in place.
    private static let contentAttribute = "user.upright.content"

    /// Says in the file which bytes it was given: its row in the journal is written after it has its name, and a process can be killed
    /// in between.
    package func markContent(_ sha256: [UInt8]) {
        let digest = Array(hexadecimal(sha256).utf8)
        // A file system without attributes keeps it without, which is no error.
        _ = upright_set_attribute(descriptor, Self.contentAttribute, digest, digest.count)
    }

    /// The SHA-256 that the file was marked with, which are those of its bytes unless a program has changed them; nil without a mark.
    package var contentMark: [UInt8]? {
        var value = [UInt8](repeating: 0, count: 65)
        let size = upright_get_attribute(descriptor, Self.contentAttribute, &value, value.count)
        return size == 64 ? bytes(hexadecimal: String(decoding: value[..<64], as: UTF8.self)) : nil
    }

    /// When the file was made, in nanoseconds since 1970; nil if its file system does not say.
    package var born: Int64? {
        let born = upright_birth(descriptor)
        return born < 0 ? nil : born
    }
}
