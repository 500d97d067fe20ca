extension FolderIntake {
    /// Records which folders could not be read by a scan that began at a folder, and reports what has changed.
    func noteUnreadable(_ found: [RawPath: FileError], below start: RawPath) async {
        let before = figures.unreadable
        figures.unreadable = before.filter { $0.key.relative(to: start) == nil && $0.key != start }
        for (path, error) in found.prefix(Self.maximumUnreadable) { figures.unreadable[path] = error }
        let now = figures.unreadable
        let healed = before.keys.filter { now[$0] == nil }
        if !healed.isEmpty || start.isEmpty { await notice(.readable(healed)) }
        for (path, error) in now where before[path] != error { await notice(.unreadable(path, error)) }
    }

    private static let maximumUnreadable = 1_000
}
