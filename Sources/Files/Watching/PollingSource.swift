/// Reports events by listing the folder periodically: for file systems whose changes raise no notification.
package struct PollingSource: EventSource {
    private let folder: WatchedFolder
    private let interval: Duration

    /// Creates a source that lists a folder every `interval`.
    package init(_ folder: WatchedFolder, interval: Duration) {
        self.folder = folder
        self.interval = interval
    }

    /// Lists the folder, and reports files that are new or have changed since the previous listing.
    package func run(_ tell: @escaping @Sendable ([SourceEvent]) async -> Void) async -> FileError? {
        // Hashes instead of names keep a million files in some tens of megabytes.
        var known: [Int: Int] = [:]
        var isLost = false
        var isFirst = true
        while !Task.isCancelled {
            do throws(FileError) {
                let folder = folder
                let root = try await offTheCooperativePool { () throws(FileError) in try OpenFolder(folder.path) }
                known = await list(root, known, tell)
                if isFirst || isLost { await tell([.watching]) }
                (isFirst, isLost) = (false, false)
            } catch {
                if !isLost { await tell([.lost(error)]) }
                isLost = true
            }
            do { try await Task.sleep(for: interval) } catch { return nil }
        }
        return nil
    }

    private func list(
        _ root: OpenFolder, _ known: [Int: Int], _ tell: @Sendable ([SourceEvent]) async -> Void
    ) async -> [Int: Int] {
        var now: [Int: Int] = [:]
        now.reserveCapacity(known.count)
        var unreadable: [RawPath: FileError] = [:]
        var scan = folder.scan(root)
        while !Task.isCancelled, let findings = await scan.next() {
            var events: [SourceEvent] = []
            for finding in findings {
                var hasher = Hasher()
                switch finding {
                case .file(_, let status): hasher.combine(status)
                case .ignored(_, _, let reason): hasher.combine(reason)
                case .failed(_, let error): hasher.combine(error.condition)
                case .unreadable(let path, let error):
                    hasher.combine(error.condition)
                    unreadable[path] = error
                }
                let digest = hasher.finalize()
                let key = finding.path.hashValue
                now[key] = digest
                if known[key] != digest { events.append(SourceEvent(finding)) }
            }
            if !events.isEmpty { await tell(events) }
        }
        if !Task.isCancelled { await tell([.scanned(RawPath(""), unreadable: unreadable)]) }
        return now
    }
}
