public import UprightFiles
internal import UprightWorker

/// A failure that is not the picture's, told by the system's error number and by the object that failed.
public struct Fault: Error, Sendable, Hashable {
    /// What is at fault.
    public var kind: PauseReason.Kind
    /// What is wrong, where, and what to do.
    public var message: String

    /// A fault.
    public init(_ kind: PauseReason.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The fault that a file-system error on the way of a folder's pictures means; nil where it may be the picture's own.
    ///
    /// A fault of the drop folder or the output may still be that of a folder inside it alone: ``FolderInspection`` tells.
    public init?(_ error: FileError, in folder: DropFolder) {
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
            // A file that this user may not read is the file's; a whole folder that cannot be opened is not.
            let isRoot = error.path == folder.source
            let isRefusal = !error.isTransient
            return error.isOfFolder && (isRoot || !isRefusal) ? .source : nil
        case nil: return nil
        }
    }

    private enum Side { case source, output }

    /// Where a path lies: in the drop folder, or in the output or on the way to it.
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

    /// The fault that a worker's failure means; nil where it may be the picture's.
    init?(_ error: WorkerError, output: RawPath, in folder: DropFolder) {
        switch error {
        case .work(.writing(let code, _)): self.init(FileError(.write, output, code: code), in: folder)
        case .work(.reading(let code)): self.init(FileError(.read, folder.source, code: code), in: folder)
        case .unavailable, .shortage: self.init(.process, error.description)
        default: return nil
        }
    }
}
