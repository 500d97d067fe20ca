internal import UprightFiles

/// Counts the consecutive pictures whose workers were killed. A single picture can cause that itself; several in a row
/// mean that the machine is short of memory.
actor KillTally {
    private var sources: Set<RawPath> = []

    static let most = 3

    /// Counts a picture whose worker was killed.
    ///
    /// - Returns: whether too many pictures in a row have lost their workers.
    func killed(_ source: RawPath) -> Bool {
        sources.insert(source)
        return sources.count >= Self.most
    }

    /// Starts again from zero, because a picture kept its worker.
    func reset() { sources = [] }
}
