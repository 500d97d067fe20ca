/// An event that a source reports.
package enum SourceEvent: Sendable, Hashable {
    /// A file exists, or has changed. `closed`: a writer has closed it, or it was moved here.
    case found(RawPath, FileStatus, closed: Bool)
    /// A file is gone.
    case removed(RawPath)
    /// An ignored file or folder, and the reason.
    case ignored(RawPath, reason: String)
    /// A file or folder that could not be inspected.
    case failed(RawPath, FileError)
    /// A folder and those in it have been read, except these.
    case scanned(RawPath, unreadable: [RawPath: FileError])
    /// The rights of a folder have changed.
    case rights(RawPath)
    /// Notifications were lost: only a scan can find the changes.
    case overflow
    /// The folder itself is gone, or cannot be opened.
    case lost(FileError)
    /// The folder is watched, and everything in it has been reported.
    case watching
}

extension SourceEvent {
    init(_ finding: FolderScan.Finding, closed: Bool = false) {
        switch finding {
        case .file(let path, let status): self = .found(path, status, closed: closed)
        case .ignored(let path, _, let reason): self = .ignored(path, reason: reason)
        case .failed(let path, let error), .unreadable(let path, let error): self = .failed(path, error)
        }
    }
}
