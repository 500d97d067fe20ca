/// Scans a folder and its subfolders, without following symbolic links. ``next()`` returns the findings.
package struct FolderScan: Sendable {
    /// The result for a path.
    package enum Finding: Sendable, Hashable {
        /// A regular file.
        case file(RawPath, FileStatus)
        /// An ignored name, a link, or anything else that is not a regular file, and the reason.
        case ignored(RawPath, FileStatus?, reason: String)
        /// A file that could not be inspected, or the scanned folder itself.
        case failed(RawPath, FileError)
        /// A folder that could not be read, or whose entries could not be inspected.
        case unreadable(RawPath, FileError)

        /// The path relative to the scanned folder.
        package var path: RawPath {
            switch self {
            case .file(let path, _), .ignored(let path, _, _), .failed(let path, _), .unreadable(let path, _): path
            }
        }
    }

    /// Called with each folder before its names are read, so that a watch can be added first. An error that it throws
    /// becomes a finding.
    package typealias Entering = @Sendable (RawPath, OpenFolder) throws(FileError) -> Void

    private let root: OpenFolder
    private let rules: IgnoreRules
    private let recursive: Bool
    private let excluded: Set<FileIdentity>
    private let batchSize: Int
    private let tellsFiles: Bool
    private let entering: Entering
    private var folders: [RawPath]
    private var current: (path: RawPath, folder: OpenFolder, names: FolderListing, next: Int)?

    /// Creates a scan.
    ///
    /// - Parameters:
    ///   - root: the folder.
    ///   - start: the folder to start in, relative to the root.
    ///   - rules: the names to ignore.
    ///   - recursive: whether to scan subfolders.
    ///   - excluded: the folders to exclude.
    ///   - tellsFiles: whether to return files as findings; if false, the scan only calls `entering` for each folder.
    ///   - batchSize: the maximum number of findings to return at once.
    ///   - entering: called with each folder before its names are read.
    package init(
        _ root: OpenFolder, from start: RawPath = RawPath(""), rules: IgnoreRules, recursive: Bool = true,
        excluded: Set<FileIdentity> = [], tellsFiles: Bool = true, batchSize: Int = 256,
        entering: @escaping Entering = { (_, _) throws(FileError) in }
    ) {
        self.root = root
        self.rules = rules
        self.recursive = recursive
        self.excluded = excluded
        self.tellsFiles = tellsFiles
        self.batchSize = max(batchSize, 1)
        self.entering = entering
        folders = [start]
    }

    /// Returns the next findings, a batch at a time to bound memory; nil at the end.
    package mutating func next() async -> [Finding]? {
        while true {
            if let (path, folder, names, next) = current, next < names.count {
                let piece = next..<min(next + batchSize, names.count)
                current = (path, folder, names, piece.upperBound)
                let scan = self
                let found = await offTheCooperativePool { scan.look(at: piece, of: names, in: folder, path) }
                folders += found.folders.reversed()
                if !found.findings.isEmpty { return found.findings }
                continue
            }
            current = nil
            guard let path = folders.popLast() else { return nil }
            let scan = self
            do throws(FileError) {
                let entered = try await offTheCooperativePool { () throws(FileError) in try scan.enter(path) }
                if let (folder, names) = entered { current = (path, folder, names, 0) }
            } catch {
                // A folder that has disappeared meanwhile is not reported.
                if path.isEmpty || error.operation == .watch { return [.failed(path, error)] }
                if !error.isAbsence { return [.unreadable(path, error)] }
            }
        }
    }

    private func enter(_ path: RawPath) throws(FileError) -> (OpenFolder, FolderListing)? {
        let folder = try root.folder(path)
        if !excluded.isEmpty, try excluded.contains(folder.status().identity) { return nil }
        try entering(path, folder)
        return (folder, try FolderListing(of: folder))
    }

    private func look(
        at entries: Range<Int>, of names: FolderListing, in folder: OpenFolder, _ path: RawPath
    ) -> (findings: [Finding], folders: [RawPath]) {
        var findings: [Finding] = []
        var folders: [RawPath] = []
        for entry in entries {
            let (name, kind) = names[entry]
            if name.bytes == FolderMark.name || (!tellsFiles && kind == .regular) { continue }
            let own = path.appending(name)
            if let reason = rules.reason(toIgnore: name.bytes) {
                if tellsFiles { findings.append(.ignored(own, nil, reason: reason)) }
                continue
            }
            do throws(FileError) {
                let status = try folder.status(of: name)
                switch status.kind {
                case _ where !tellsFiles && status.kind != .folder: continue
                case .regular: findings.append(.file(own, status))
                case .folder: if recursive { folders.append(own) }
                default: findings.append(.ignored(own, status, reason: "a \(status.kind.rawValue), not a regular file"))
                }
            } catch {
                guard !error.isAbsence else { continue }
                // Without the right to search it, no entry of the folder can be inspected.
                guard !error.isDenied else { return (findings + [.unreadable(path, error)], folders) }
                findings.append(.failed(own, error))
            }
        }
        return (findings, folders)
    }
}
