internal import UprightFiles
internal import UprightConfiguration
internal import UprightRewriting

/// The files of a list, with the output folder that they are delivered to.
struct ListedFiles: Sendable {
    let list: FileList
    let output: String
    let configuration: Configuration
    let others: FolderConfiguration.Others
    let force: Bool

    /// Returns the folder of a listed file, and why the file is not worked on, if it is not.
    ///
    /// A relative path is mirrored below the output folder; so is an absolute path, without its leading slash.
    func folder(of path: RawPath) -> (DropFolder, refusal: Refusal?) {
        let parent = path.parent
        let target =
            parent.components.isEmpty
            ? RawPath(output) : RawPath(output).appending(RawPath(bytes: parent.components.joined(separator: [0x2F])))
        // Folder settings are strings; a name that is not UTF-8 is refused below.
        var settings = FolderConfiguration(
            source: parent.isEmpty ? "." : String(decoding: parent.bytes, as: UTF8.self),
            output: String(decoding: target.bytes, as: UTF8.self))
        settings.companions = true
        settings.others = others
        let folder = DropFolder(settings, of: configuration)
        if String(validating: parent.bytes, as: UTF8.self) == nil {
            return (folder, Refusal(.rejected, "its folder's name is not UTF-8; start upright in that folder"))
        }
        if path.components.contains(Array("..".utf8)) {
            return (folder, Refusal(.rejected, "a listed path with \"..\" would lead outside the output folder"))
        }
        guard let source = Self.resolved(folder.source) else { return (folder, nil) }
        if source == Self.resolved(target) {
            let reason = "it lies in \(output) itself: originals are never replaced; give another folder as --output"
            return (folder, Refusal(.rejected, reason))
        }
        if force, let root = Self.resolved(RawPath(output)), LexicalPath.contains(root, source) {
            let reason = "it lies inside \(output): with --force an output could replace an original"
            return (folder, Refusal(.rejected, reason))
        }
        return (folder, nil)
    }

    private static func resolved(_ path: RawPath) -> String? {
        do { return try FileStore.resolved(path).exact } catch { return nil }
    }
}

extension DropFolderRun.Runner {
    /// Processes a list, a few paths at a time.
    ///
    /// - Returns: the folders that were written to.
    func workThrough(_ listed: ListedFiles, _ submit: Submit) async throws -> Set<RawPath> {
        var outputs: Set<RawPath> = []
        var last: (parent: RawPath, folder: DropFolder, refusal: Refusal?)?
        while true {
            try Task.checkCancellation()
            let paths = try await offTheCooperativePool { () throws(FileError) in try listed.list.next(32) }
            if paths.isEmpty { return outputs }
            for path in paths {
                if last?.parent != path.parent || path.components.isEmpty {
                    let (folder, refusal) = await offTheCooperativePool { listed.folder(of: path) }
                    last = (path.parent, folder, refusal)
                }
                guard let (_, folder, refusal) = last else { continue }
                let name = RawPath(bytes: path.name)
                if let refusal {
                    await progress.finished([dispatcher.engine.refused(folder, name, refusal)])
                } else {
                    outputs.insert(folder.output)
                    try await workOn(name, in: folder, isListed: true, submit)
                }
            }
        }
    }
}
