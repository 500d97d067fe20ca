package import UprightFiles
internal import UprightWorker

/// A failure that is not the picture's own, recognized by its `errno` and by what failed.
package struct Fault: Error, Sendable, Hashable {
    /// What failed.
    package var kind: PauseReason.Kind
    /// What is wrong, where, and what to do.
    package var message: String

    package init(_ kind: PauseReason.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The fault behind a file-system error during the work on a folder's pictures; nil if it may be the picture's own.
    ///
    /// A fault of the drop folder or of the output may affect only a folder inside it: ``FolderInspection`` finds out.
    package init?(_ error: FileError, in folder: DropFolder) {
        guard let kind = Self.kind(of: error, in: folder) else { return nil }
        self.init(kind, error.description)
    }

    private static func kind(of error: FileError, in folder: DropFolder) -> PauseReason.Kind? {
        if error.isShortage { return .process }
        if error.isMissingMark { return .notMounted }
        switch side(of: error.path, in: folder) {
        case .output:
            if error.isFull { return .noSpace }
            return error.isOfFolder ? .output : nil
        case .source:
            // A file without read permission is that file's own failure; a whole folder that cannot be opened is not.
            return error.isOfDevice || (error.isOfFolder && error.path == folder.source) ? .source : nil
        case nil: return nil
        }
    }

    private enum Side { case source, output }

    /// Where a path lies: in the drop folder, or in the output folder or above it.
    private static func side(of path: RawPath, in folder: DropFolder) -> Side? {
        guard !folder.output.isEmpty else { return nil }
        let inSource = path.relative(to: folder.source).map { _ in folder.source.components.count }
        let inOutput = path.relative(to: folder.output).map { _ in folder.output.components.count }
        switch (inSource, inOutput) {
        case (nil, nil): return folder.output.relative(to: path) == nil ? nil : .output
        case (_?, nil): return .source
        case (nil, _?): return .output
        case (let source?, let output?): return source > output ? .source : .output
        }
    }

    /// The fault behind a worker's failure; nil if it may be the picture's own.
    init?(_ error: WorkerError, output: RawPath, in folder: DropFolder) {
        switch error {
        case .work(.writing(let code, _)): self.init(FileError(.write, output, code: code), in: folder)
        case .work(.reading(let code)): self.init(FileError(.read, folder.source, code: code), in: folder)
        case .unavailable, .shortage: self.init(.process, error.description)
        default: return nil
        }
    }
}
