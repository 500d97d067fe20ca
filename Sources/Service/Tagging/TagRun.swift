public import UprightFiles
internal import Glibc
public import UprightContainers
public import UprightEditing
internal import UprightMetadata
internal import UprightRewriting

/// Edits the metadata of single files: reads, edits, checks, and writes durably.
public struct TagRun: Sendable {
    /// Where edited files go.
    public enum Destination: Sendable, Hashable {
        /// In place of the source, atomically; with `backup`, a copy of the source is kept next to it.
        case inPlace(backup: Bool)
        /// Into a folder, under the source's name; `replacing` allows an existing file to be replaced.
        case folder(RawPath, replacing: Bool)
    }

    /// How long to wait for another process that has the file locked.
    private static let lockTimeout = Duration.seconds(10)
    /// The suffix of a backup's name.
    public static let backupSuffix = ".orig"

    /// The edits for a file of a type.
    public let edits: @Sendable (ImageType) throws -> [MetadataEdit]
    /// Where edited files go.
    public let destination: Destination
    /// Whether to write nothing.
    public let isDry: Bool
    /// Whether files keep their modification time.
    public let keepsTime: Bool
    /// The largest file to edit, in bytes.
    public let sizeLimit: Int
    private let cleaned = CleanedFolders()

    /// Creates a run with the given edits.
    public init(
        destination: Destination, isDry: Bool = false, keepsTime: Bool = false, sizeLimit: Int = 512 << 20,
        edits: @escaping @Sendable (ImageType) throws -> [MetadataEdit]
    ) {
        self.edits = edits
        self.destination = destination
        self.isDry = isDry
        self.keepsTime = keepsTime
        self.sizeLimit = sizeLimit
    }

    /// Edits one file. If anything fails, the existing file is unchanged.
    public func tag(_ path: RawPath) -> TagReport {
        var report = TagReport(source: path)
        do {
            try tag(path, &report)
        } catch {
            report.outcome = .rejected
            report.reason = "\(error)"
            report.output = nil
            report.changes = []
        }
        return report
    }

    private func tag(_ named: RawPath, _ report: inout TagReport) throws {
        // A symbolic link that the user names is followed, as by other tools.
        let path = try named.followed()
        let folder = try OpenFolder(path.parent.isEmpty ? (path.isAbsolute ? "/" : ".") : path.parent)
        let name = RawPath(bytes: path.name)
        guard !path.name.isEmpty, path.name != Array("..".utf8) else {
            throw TagFailure.notAFile(path, FileStatus.Kind.folder.rawValue)
        }
        let (source, status) = try opened(name, in: folder, called: named)
        guard status.kind == .regular else { throw TagFailure.notAFile(path, status.kind.rawValue) }
        let bytes = try source.readAll(limit: sizeLimit)
        report.type = ImageType.identify(bytes)
        let editor = MetadataEditor(try edits(report.type))
        let edited = try editor.edited(bytes)
        report.changes = edited.changes
        report.warnings = edited.warnings
        try check(edited, by: editor)
        report.outcome = edited.changes.isEmpty ? .unchanged : .normalized
        switch destination {
        case .inPlace(let backup):
            report.output = path
            guard !isDry, !edited.changes.isEmpty else { return }
            let links = try source.linkCount()
            if links > 1 {
                report.warnings.append(
                    "the file has \(links) names (hard links): this one refers to the edited file now, the others to "
                        + "the old one")
            }
            if backup { try keep(source, in: folder, as: path.name + Array(Self.backupSuffix.utf8), &report) }
            try write(edited.bytes, of: source, status, into: folder, as: path.name, replacing: true, &report) {
                // A program that takes no lock may have written the file since it was read; its version must not be lost.
                guard try folder.status(of: name).isSameContent(as: status) else { throw TagFailure.changed(named) }
            }
        case .folder(let target, let replacing):
            report.output = target.appending(name: named.name)
            guard !isDry else { return }
            let output = try OpenFolder.creating(target)
            if !replacing, let standing = try output.statusIfPresent(of: RawPath(bytes: named.name)) {
                guard standing.kind == .regular, standing.size == edited.bytes.count,
                    try output.file(RawPath(bytes: named.name)).readAll(limit: sizeLimit) == edited.bytes
                else { throw TagFailure.outputStands(target.appending(name: named.name)) }
                // A run that was killed may have written it without making it durable.
                try output.file(RawPath(bytes: named.name)).synchronize()
                return try output.synchronize()
            }
            try write(edited.bytes, of: source, status, into: output, as: named.name, replacing: replacing, &report)
        }
    }

    /// Opens a file. If it is to be replaced, locks it, so that of two edits at the same time each sees the other's result.
    private func opened(
        _ name: RawPath, in folder: OpenFolder, called named: RawPath
    ) throws -> (file: OpenFile, status: FileStatus) {
        let deadline = ContinuousClock.now + Self.lockTimeout
        while true {
            let source = try folder.file(name)
            let status = try source.status()
            guard !isDry, case .inPlace = destination, status.kind == .regular else { return (source, status) }
            let isLocked: Bool
            // File systems without locks, such as some network mounts, have only the check before the rename.
            do throws(FileError) { isLocked = try source.tryLock() } catch { isLocked = true }
            if isLocked {
                // Whoever had the lock may have put another file in this one's place.
                let current = try source.status()
                if try folder.status(of: name).isSameContent(as: current) { return (source, current) }
            }
            guard ContinuousClock.now < deadline else { throw TagFailure.locked(named) }
            if !isLocked { usleep(10_000) }
        }
    }

    /// Checks that the edited file reads back, and that the edits find nothing left to do in it.
    private func check(_ edited: EditedFile, by editor: MetadataEditor) throws {
        guard !edited.changes.isEmpty else { return }
        let again = try editor.edited(edited.bytes)
        guard again.changes.isEmpty else {
            throw TagFailure.notReadBack(again.changes.map(\.what))
        }
    }

    private func keep(
        _ source: OpenFile, in folder: OpenFolder, as name: [UInt8], _ report: inout TagReport
    ) throws {
        // An existing backup is the older original, and stays.
        guard try folder.statusIfPresent(of: RawPath(bytes: name)) == nil else { return }
        let copy = try AtomicFile(in: folder)
        try source.copy(to: copy.file)
        try copy.file.copyRights(of: source)
        report.warnings += source.copyUserAttributes(to: copy.file)
        try copy.file.setModified(try source.status().modified)
        try copy.file.synchronize()
        try copy.publish(as: name)
        try folder.synchronize()
    }

    private func write(
        _ bytes: [UInt8], of source: OpenFile, _ status: FileStatus, into folder: OpenFolder, as name: [UInt8],
        replacing: Bool, _ report: inout TagReport, confirming: () throws -> Void = {}
    ) throws {
        // Hidden files of runs that were killed in this folder.
        if cleaned.insert(folder.path) {
            do throws(FileError) { try AtomicFile.removeLeftovers(in: folder) } catch {
                report.warnings.append("hidden files of ended runs stay in the folder: \(error)")
            }
        }
        let output = try AtomicFile(in: folder)
        try output.file.write(bytes)
        try output.file.copyRights(of: source)
        report.warnings += source.copyUserAttributes(to: output.file)
        if keepsTime { try output.file.setModified(status.modified) }
        try output.file.synchronize()
        try confirming()
        try output.publish(as: name, replacing: replacing)
        try folder.synchronize()
    }
}
