internal import Glibc

/// Names for file systems that refuse some of Linux's names, as exFAT, NTFS and Windows' shares do.
package enum PortableName {
    /// Returns a name that they accept: with `_` for control characters and for `"*:<>?\|`, for spaces and dots at the end and for
    /// bytes that are not UTF-8. A name that they accept is returned as it is.
    package static func of(_ name: [UInt8]) -> [UInt8] {
        var text = String(decoding: name, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 32 || scalar.value == 127 || scalar == "\u{FFFD}" || refused.contains(scalar) ? "_" : scalar
        }
        for index in text.indices.reversed() {
            guard text[index] == " " || text[index] == "." else { break }
            text[index] = "_"
        }
        return text.flatMap { Array(String($0).utf8) }
    }

    private static let refused = Set("\"*:<>?\\|".unicodeScalars)
}

extension OpenFolder {
    /// Returns a name or, if the folder's file system refuses it, its ``PortableName``.
    ///
    /// - Parameter isTried: whether a file is made for a moment to find out. Some file systems say only then.
    package func accepted(_ name: [UInt8], isTried: Bool) throws(FileError) -> [UInt8] {
        let portable = PortableName.of(name)
        guard portable != name else { return name }
        do throws(FileError) { _ = try statusIfPresent(of: RawPath(bytes: name)) } catch {
            guard error.mayRefuseName else { throw error }
            return portable
        }
        guard isTried else { return name }
        let trial = HiddenName.prefix + Array(HiddenName.token().utf8) + name.prefix(200) + HiddenName.unfinished
        let descriptor = RawPath(bytes: trial).withCString {
            openat(self.descriptor, $0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { return [EINVAL, EILSEQ, ENOENT].contains(errno) ? portable : name }
        close(descriptor)
        try remove(trial)
        return name
    }
}

extension FileError {
    /// Whether the file system may have refused the name itself.
    package var mayRefuseName: Bool { code == EINVAL || code == EILSEQ || code == ENOENT }
}
