internal import UprightFiles

/// The secret that visitors of a gallery must enter.
public enum GalleryToken {
    /// Why there is no valid token.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong, and what to do.
        public let description: String
        /// The error of the file system; nil if the token was read.
        var cause: FileError?
    }

    private static let maximumBytes = 4096
    private static let fewestCharacters = 12

    /// A warning about the permissions of a token's file; nil if only its owner and group can read it.
    public static func warning(of path: String) -> String? {
        guard FileStore.isReadableByAll(RawPath(path)) else { return nil }
        return "the token in \(path) can be read by every user of this machine: chmod o= \(path)"
    }

    /// Reads the token from the first line of a file. It must be too long to guess.
    public static func reading(_ path: String) throws(Failure) -> String {
        let bytes: [UInt8]
        do throws(FileError) {
            let path = RawPath(path)
            bytes = try OpenFolder(path.parent).file(RawPath(bytes: path.name)).readAll(limit: maximumBytes)
        } catch {
            throw Failure(description: "the token cannot be read: \(error.description)", cause: error)
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let token = String(decoding: line, as: UTF8.self)
        guard token.count >= fewestCharacters else {
            throw Failure(
                description:
                    "the token in \(path) has \(token.count) characters, expected at least \(fewestCharacters): "
                    + "head -c 24 /dev/urandom | base64 generates one")
        }
        return token
    }
}
