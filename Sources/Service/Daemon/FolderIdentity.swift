internal import UprightConfiguration
internal import UprightFiles

/// Tells folders apart by what they are, and not by their paths: a link or a bind mount leads to one folder by two.
enum FolderIdentity {
    /// Why some folder would feed itself or another one; nil where none does.
    ///
    /// Reading a configuration refuses paths that overlap; this finds what only the file system knows.
    static func loop(in folders: [FolderConfiguration]) -> String? {
        for folder in folders {
            for other in folders {
                guard let source = status(RawPath(other.source)) else { continue }
                // An output in a source would be picked up as another picture; the other way round is as bad.
                for path in ancestors(folder.output) where isSame(status(path), source) {
                    return refusal(folder.output, "output", other.source, path)
                }
            }
            guard let output = status(RawPath(folder.output)) else { continue }
            for path in ancestors(folder.source) where isSame(status(path), output) {
                return refusal(folder.output, "output", folder.source, path)
            }
        }
        return nil
    }

    private static func refusal(_ output: String, _ key: String, _ source: String, _ path: RawPath) -> String {
        "\(key) \(output) is, or lies in, the source \(source) (by a link or a mount at \(path)): expected folders apart"
    }

    /// The path without links, and every folder that it lies in; of one that does not stand yet, those that do.
    private static func ancestors(_ path: String) -> [RawPath] {
        var found: [RawPath]
        do { found = [try FileStore.resolved(FileStore.nearestStanding(RawPath(path)))] } catch {
            return [RawPath(path)]
        }
        while let last = found.last, !last.components.isEmpty { found.append(last.parent) }
        return found
    }

    private static func status(_ path: RawPath) -> FileStatus? {
        do {
            let status = try FileStore.status(of: path)
            return status.kind == .folder ? status : nil
        } catch { return nil }
    }

    private static func isSame(_ one: FileStatus?, _ other: FileStatus) -> Bool {
        one?.device == other.device && one?.inode == other.inode
    }
}
