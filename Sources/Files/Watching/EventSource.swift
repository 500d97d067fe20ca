/// A source of events about the files in a folder.
package protocol EventSource: Sendable {
    /// Reports events until the task is cancelled, or until the source cannot continue.
    ///
    /// Also reports every file that exists in the folder when this is called.
    ///
    /// - Parameter tell: receives events in the order in which they occurred; later events wait for it to return.
    /// - Returns: why the source cannot continue, so that another should take over; nil if the task was cancelled.
    func run(_ tell: @escaping @Sendable ([SourceEvent]) async -> Void) async -> FileError?
}
