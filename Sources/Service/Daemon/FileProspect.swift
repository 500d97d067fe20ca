internal import UprightConfiguration
package import UprightEngine
package import UprightFiles

/// What happens to a file that the journal does not have: the rule that holds, and until when.
package enum FileProspect: Sendable, Hashable {
    /// It is in no drop folder, or there is no such file.
    case unknown(String)
    /// It is not processed, for this reason.
    case ignored(String)
    /// It is processed later.
    case waiting(String)

    /// Finds out what happens to a file. Blocks.
    ///
    /// - Parameters:
    ///   - path: the absolute path, without `.` and `..`.
    ///   - daemon: the daemon's state; nil if none answers.
    package init(of path: RawPath, _ configuration: Configuration, _ daemon: GenerationSnapshot?) {
        let parts = configuration.folders.compactMap { folder in
            path.relative(to: RawPath(folder.source)).map { (folder, relative: $0) }
        }
        // A drop folder can be in another one.
        guard let (folder, relative) = parts.max(by: { $0.0.source.utf8.count < $1.0.source.utf8.count }) else {
            let folders = configuration.folders.map { "\(RawPath($0.source))" }.joined(separator: ", ")
            self = .unknown("it is in no drop folder: \(folders)")
            return
        }
        guard !relative.isEmpty else {
            self = .unknown("it is a drop folder; give files in it, or upright status alone")
            return
        }
        do throws(FileError) {
            self = try Self.obstacle(relative, folder, configuration.state) ?? Self.wait(folder, daemon)
        } catch {
            self =
                error.isAbsence
                ? .unknown("there is no such file, and no record of one") : .waiting("it cannot be inspected: \(error)")
        }
    }

    /// The rule of the folder that keeps a file from being processed; nil if none does.
    private static func obstacle(
        _ relative: RawPath, _ folder: FolderConfiguration, _ state: String
    ) throws(FileError) -> FileProspect? {
        let rules = IgnoreRules(folder.ignore)
        let (source, names) = (RawPath(folder.source), relative.components)
        let excluded = try places(besides: folder, state)
        var path = source
        for (index, name) in names.enumerated() {
            path = path.appending(name: name)
            let (isLast, shown) = (index == names.count - 1, "\(path.relative(to: source) ?? path)")
            let status = try FileStore.ownStatus(of: path)
            if name == FolderMark.name {
                return .ignored("it is upright's own mark, which shows that the folder is there")
            }
            if let reason = rules.reason(toIgnore: name) {
                return .ignored("\(reason) (ignore, in folders); it is processed when \(shown) gets another name")
            }
            switch status.kind {
            case .symbolicLink:
                let what = isLast ? "a symbolic link" : "below a symbolic link, \(shown)"
                return .ignored("it is \(what); none is followed in a drop folder: put the files themselves here")
            case .folder where isLast: return .unknown("it is a folder; give the files in it")
            case .folder:
                guard folder.recursive else {
                    return .ignored("subfolders of \(source) are not watched (recursive: false, in folders)")
                }
                if let key = excluded[status.identity] { return .ignored("\(shown) is the folder of \(key)") }
            case .regular where isLast: break
            default: return .ignored("\(shown) is a \(status.kind.rawValue), not a regular file")
            }
        }
        return nil
    }

    /// The folders that are not watched where they are in a drop folder, and the keys that name them.
    private static func places(
        besides folder: FolderConfiguration, _ state: String
    ) throws(FileError) -> [FileIdentity: String] {
        let keys: [(path: String?, key: String)] =
            [(folder.output, "output"), (state, "state")] + folder.furtherOutputs.map { ($0, "outputs") }
            + [(folder.rejected, "rejected"), (folder.originalsFolder, "originals-folder")]
        var found: [FileIdentity: String] = [:]
        for case (let path?, let key) in keys where !path.isEmpty {
            // One that is not there excludes nothing.
            do { found[try FileStore.status(of: RawPath(path)).identity] = key } catch { continue }
        }
        return found
    }

    private static func wait(_ folder: FolderConfiguration, _ daemon: GenerationSnapshot?) -> FileProspect {
        guard let daemon else {
            return .waiting(
                "no record of it yet, and no daemon that answers would process it: start one (systemctl start upright, or "
                    + "upright watch), or run upright reprocess")
        }
        if let problem = daemon.folders?.first(where: { $0.source == folder.source })?.problem {
            return .waiting("no record of it yet: \(problem)")
        }
        let settle = Double(folder.settle.milliseconds) / 1_000
        return .waiting(
            "no record of it yet: it is processed when it has not changed for \(settle) s (settle, in folders)")
    }
}
