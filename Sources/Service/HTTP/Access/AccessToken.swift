package import UprightConfiguration
internal import UprightFiles

/// The secret that the clients of a server must give.
package enum AccessToken {
    private static let maximumBytes = 4096
    private static let fewestCharacters = 12

    /// A warning about the permissions of a token's file; nil if only its owner and group can read it.
    package static func warning(of path: String) -> String? {
        guard FileStore.isReadableByAll(RawPath(path)) else { return nil }
        return "the token in \(path) can be read by every user of this machine: chmod o= \(path)"
    }

    /// Reads the token from the first line of a file. It must be too long to guess.
    ///
    /// - Throws: a fault of the key `token-file`.
    package static func reading(_ path: String) throws(SettingFault) -> String {
        let expected = "a token of at least \(fewestCharacters) characters in the first line of a file"
        let bytes: [UInt8]
        do throws(FileError) {
            let path = RawPath(path)
            bytes = try OpenFolder(path.parent).file(RawPath(bytes: path.name)).readAll(limit: maximumBytes)
        } catch {
            throw SettingFault("token-file", expected: expected, error)
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let token = String(decoding: line, as: UTF8.self)
        guard token.count >= fewestCharacters else {
            throw SettingFault(
                "token-file", expected: expected,
                found: "\(token.count) in \(path); head -c 24 /dev/urandom | base64 generates one")
        }
        return token
    }
}
