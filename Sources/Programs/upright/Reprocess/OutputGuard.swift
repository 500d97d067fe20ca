internal import UprightFiles
internal import UprightConfiguration
internal import ArgumentParser

/// Refuses output folders in which an output could replace an original.
enum OutputGuard {
    /// Checks the output folder.
    ///
    /// - Throws: `ValidationError` if it is a file or a source folder itself, or if `--force` could replace a source.
    static func check(paths: [String], output: String, force: Bool) throws {
        guard let target = resolved(output) else { return }
        let folder = RawPath(argument: target)
        guard FileStore.isFolder(folder) || !FileStore.exists(folder) else {
            throw ValidationError("--output takes a folder; found the file \(output).")
        }
        for path in paths {
            guard let source = resolved(path) else { continue }
            let folder = FileStore.isFolder(RawPath(argument: source)) ? source : parent(of: source)
            if folder == target {
                throw ValidationError(
                    "\(output) is the folder of \(path): originals are never replaced; give another folder as --output."
                )
            }
            if force, LexicalPath.contains(target, folder) {
                throw ValidationError(
                    "\(path) is inside \(output): with --force an output could replace an original; "
                        + "give a folder outside as --output.")
            }
        }
    }

    /// The folder of a path that ``resolved(_:)`` returned.
    private static func parent(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")), end > path.startIndex else { return "/" }
        return String(path[..<end])
    }

    /// The path with its links resolved. If it does not exist yet, the existing part is resolved.
    private static func resolved(_ path: String) -> String? {
        do throws(FileError) {
            return ArgumentText.text(of: try FileStore.resolved(RawPath(argument: path)).bytes)
        } catch {
            guard error.isAbsence else { return nil }
        }
        let separator = UInt8(ascii: "/")
        guard let end = path.utf8.lastIndex(where: { $0 != separator }) else { return nil }
        let whole = path[...end]
        guard let last = whole.utf8.lastIndex(of: separator) else {
            return resolved(".").map { LexicalPath.normalized($0 + "/" + String(whole)) }
        }
        let parent = last == path.startIndex ? "/" : String(whole[..<last])
        return resolved(parent).map { LexicalPath.normalized($0 + String(whole[last...])) }
    }
}
