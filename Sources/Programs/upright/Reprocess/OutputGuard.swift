internal import UprightFiles
internal import UprightConfiguration
internal import ArgumentParser

/// Refuses outputs that lie where they could touch an original.
enum OutputGuard {
    /// Looks at where the output lies.
    ///
    /// - Throws: `ValidationError` where it is a source folder itself, or where `--force` could replace a source.
    static func check(paths: [String], output: String, force: Bool) throws {
        guard let target = resolved(output) else { return }
        for path in paths {
            guard let source = resolved(path) else { continue }
            let folder = FileStore.isFolder(RawPath(argument: source)) ? source : LexicalPath.parent(of: source)
            if folder == target {
                throw ValidationError(
                    "\(output) is where \(path) lies: originals are never replaced; give another folder as --output.")
            }
            if force, LexicalPath.contains(target, folder) {
                throw ValidationError(
                    "\(path) lies inside \(output): with --force an output could replace an original; "
                        + "give a folder outside as --output.")
            }
        }
    }

    /// The path with its links resolved. Of a path that does not exist yet, the part that exists is resolved.
    private static func resolved(_ path: String) -> String? {
        do throws(FileError) {
            return ArgumentText.text(of: try FileStore.resolved(RawPath(argument: path)).bytes)
        } catch {
            guard error.isAbsence else { return nil }
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let name = parts.last else { return nil }
        let parent = parts.dropLast().joined(separator: "/")
        let start = path.hasPrefix("/") ? "/" + parent : (parent.isEmpty ? "." : parent)
        return resolved(start).map { LexicalPath.normalized($0 + "/" + name) }
    }
}
