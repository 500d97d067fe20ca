public import UprightFiles

/// What a source has noticed.
public enum SourceEvent: Sendable, Hashable {
    /// A file is there, or has changed. `closed` where a writer has closed it or it was moved here.
    case found(RawPath, FileStatus, closed: Bool)
    /// A file has gone.
    case removed(RawPath)
    /// Something that is not looked at, and why.
    case ignored(RawPath, reason: String)
    /// Something that could not be looked at.
    case failed(RawPath, FileError)
    /// Notifications were lost: only a scan tells what has come.
    case overflow
    /// The folder itself has gone, or cannot be opened.
    case lost(FileError)
    /// The folder is watched, and everything in it has been told of.
    case watching
}

extension SourceEvent {
    init(_ finding: FolderScan.Finding, closed: Bool = false) {
        switch finding {
        case .file(let path, let status): self = .found(path, status, closed: closed)
        case .ignored(let path, _, let reason): self = .ignored(path, reason: reason)
        case .failed(let path, let error): self = .failed(path, error)
        }
    }
}
