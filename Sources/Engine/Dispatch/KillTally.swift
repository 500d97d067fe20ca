internal import UprightFiles

/// Counts the pictures whose workers were killed in a row. One may have brought it on itself; several mean that the machine
/// has no memory to spare.
actor KillTally {
    private var sources: Set<RawPath> = []

    static let most = 3

    /// - Returns: whether too many pictures in a row have lost their workers.
    func killed(_ source: RawPath) -> Bool {
        sources.insert(source)
        return sources.count >= Self.most
    }

    /// A picture has come through.
    func reset() { sources = [] }
}
