internal import CUprightLinux
internal import Glibc
internal import UprightBase

/// What was made of an original that is kept beside the result, as an extended attribute of the original says it: nothing else
/// tells whether a file has been changed since.
package struct ResultMark: Sendable, Hashable {
    /// The name of the attribute.
    static let attribute = "user.upright.results"

    /// The SHA-256 of the results: the last one, and the one before in case a kill kept the last from its name.
    package var sha256: [[UInt8]]

    package init(sha256: [[UInt8]]) { self.sha256 = sha256 }
}

extension OpenFile {
    /// The results that the file says were made of it; nil if it does not say.
    package var resultMark: ResultMark? {
        var value = [UInt8](repeating: 0, count: 256)
        let size = upright_get_attribute(descriptor, ResultMark.attribute, &value, value.count)
        guard size > 0 else { return nil }
        let digests = value[..<size].split(separator: UInt8(ascii: " ")).map {
            bytes(hexadecimal: String(decoding: $0, as: UTF8.self))
        }
        return ResultMark(sha256: digests.compactMap(\.self))
    }

    /// Whether the file system could keep a mark.
    package var canBeMarked: Bool {
        upright_get_attribute(descriptor, ResultMark.attribute, nil, 0) >= 0 || errno == ENODATA
    }

    /// Says in the file what was made of it. A file system without attributes keeps it without, which is no error.
    package func mark(_ results: ResultMark) {
        let value = Array(results.sha256.map { hexadecimal($0) }.joined(separator: " ").utf8)
        _ = upright_set_attribute(descriptor, ResultMark.attribute, value, value.count)
    }
}
