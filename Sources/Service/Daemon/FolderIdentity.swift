internal import UprightConfiguration
internal import UprightFiles

/// Compares folders by device and inode instead of by path: links and bind mounts give one folder several paths.
enum FolderIdentity {
    /// The output that would be picked up again as a source; nil if there is none.
    ///
    /// Reading a configuration refuses overlapping paths; this check finds overlaps that only the file system knows.
    static func loop(in folders: [FolderConfiguration]) -> SettingFault? {
        for (number, folder) in folders.enumerated() {
            func key(_ output: Int) -> String {
                "folders[\(number)]." + (folder.furtherOutputs.isEmpty ? "output" : "outputs[\(output)].path")
            }
            for other in folders {
                guard let source = status(RawPath(other.source)) else { continue }
                // An output inside a source would be picked up as another picture. A source inside an output is as bad.
                for (place, output) in folder.outputs.enumerated() {
                    for path in ancestors(output) where isSame(status(path), source) {
                        return refusal(output, key(place), other.source, path)
                    }
                }
            }
            guard let output = status(RawPath(folder.output)) else { continue }
            for path in ancestors(folder.source) where isSame(status(path), output) {
                return refusal(folder.output, key(0), folder.source, path)
            }
        }
        return nil
    }

    private static func refusal(_ output: String, _ key: String, _ source: String, _ path: RawPath) -> SettingFault {
        SettingFault(
            key, expected: "a folder apart from the source \(source)",
            found: "\(output), which is that folder or inside it by a link or a mount at \(path)")
    }

    /// The path with its links resolved, and all its parent folders; only the existing ones, if it does not exist yet.
    private static func ancestors(_ path: String) -> [RawPath] {
        var found: [RawPath]
        do { found = [try FileStore.resolved(FileStore.nearestExisting(RawPath(path)))] } catch {
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
        one?.identity == other.identity
    }
}
