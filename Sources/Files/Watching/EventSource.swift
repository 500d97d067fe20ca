public import UprightFiles

/// Something that notices what comes into a folder.
public protocol EventSource: Sendable {
    /// Notices until the task is cancelled, or until it cannot go on.
    ///
    /// Everything that stands in the folder when this is called is told of, too.
    ///
    /// - Parameter tell: takes events in the order in which they were noticed; what comes meanwhile waits.
    /// - Returns: why it cannot go on, where another source should take over; nil where the task was cancelled.
    func run(_ tell: @escaping @Sendable ([SourceEvent]) async -> Void) async -> FileError?
}
