internal import Glibc
internal import UprightConfiguration

/// Tells folders apart by what they are, and not by their paths: a link or a bind mount leads to one folder by two.
enum FolderIdentity {
    /// Why some folder would feed itself or another one; nil where none does.
    ///
    /// Reading a configuration refuses paths that overlap; this finds what only the file system knows.
    static func loop(in folders: [FolderConfiguration]) -> String? {
        for folder in folders {
            for other in folders {
                guard let source = facts(other.source) else { continue }
                // An output in a source would be picked up as another picture; the other way round is as bad.
                for path in ancestors(folder.output) where isSame(facts(path), source) {
                    return refusal(folder.output, "output", other.source, path)
                }
            }
            guard let output = facts(folder.output) else { continue }
            for path in ancestors(folder.source) where isSame(facts(path), output) {
                return refusal(folder.output, "output", folder.source, path)
            }
        }
        return nil
    }

    private static func refusal(_ output: String, _ key: String, _ source: String, _ path: String) -> String {
        "\(key) \(output) is, or lies in, the source \(source) (by a link or a mount at \(path)): expected folders apart"
    }

    /// The path without links, and every folder that it lies in; the path itself where it does not stand yet.
    private static func ancestors(_ path: String) -> [String] {
        var standing = path
        while access(standing, F_OK) != 0, standing != "/" { standing = LexicalPath.parent(of: standing) }
        guard let resolved = realpath(standing, nil) else { return [path] }
        defer { free(resolved) }
        var found = [String(cString: resolved)]
        while let last = found.last, last != "/" { found.append(LexicalPath.parent(of: last)) }
        return found
    }

    private static func facts(_ path: String) -> stat? {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR ? facts : nil
    }

    private static func isSame(_ a: stat?, _ b: stat) -> Bool { a?.st_dev == b.st_dev && a?.st_ino == b.st_ino }
}
