/// Decides when a new file is ready: a state machine that takes events with their times, and returns actions. It reads
/// no clock and no file.
///
/// A file is ready when its size and times have not changed for the quiet period, no process has it open for writing,
/// and its structure is complete. A file that is busy or incomplete is inspected again at increasing intervals. An
/// incomplete file that has not changed for `completionTimeout` is taken as it is, since a damaged file never becomes
/// complete.
package struct SettleMachine: Sendable {
    /// The durations for settling, and the capacity.
    package struct Settings: Sendable, Hashable {
        /// How long size and times must stay unchanged.
        package var quiet: Duration
        /// How long an unchanged file may lack its end before it is taken as it is.
        package var completionTimeout: Duration
        /// The longest time between two inspections of a file.
        package var longestPause: Duration
        /// The longest time between two inspections of a file that cannot be read.
        package var longestUnreadablePause = Duration.seconds(900)
        /// The maximum number of files to track; a scan finds further files when there is room again.
        package var capacity: Int

        package init(
            quiet: Duration = .seconds(2), completionTimeout: Duration = .seconds(30),
            longestPause: Duration = .seconds(10),
            capacity: Int = 65_536
        ) {
            self.quiet = quiet
            self.completionTimeout = completionTimeout
            self.longestPause = longestPause
            self.capacity = capacity
        }
    }

    /// An event.
    package enum Event: Sendable, Hashable {
        /// A file was seen, for the first time or again. `closed`: a writer has closed it, or it was moved here.
        case found(RawPath, FileStatus, closed: Bool)
        /// A file is gone.
        case removed(RawPath)
        /// A file was inspected, as an action had requested.
        case examined(RawPath, Examination)
        /// The work on a ready file has ended.
        case finished(RawPath)
        /// The work on a ready file should be retried after a pause.
        case again(RawPath, after: Duration)
        /// The device of the files that could not be read is back.
        case readable
    }

    /// The result of inspecting a file.
    package enum Examination: Sendable, Hashable {
        /// The file is gone.
        case vanished
        /// The file exists. `missing` is what its structure lacks; nil if it is complete or of an unknown type.
        /// `isBeingWritten` is nil if the kernel does not say.
        case present(FileStatus, missing: String?, isBeingWritten: Bool?)
        /// The file may exist, but its device fails.
        case unreadable(FileError)

        /// Whether all writers are known to have closed the file.
        var isClosed: Bool { if case .present(_, _, isBeingWritten: false) = self { true } else { false } }
    }

    /// An action for the caller.
    package enum Action: Sendable, Hashable {
        /// Inspect the file.
        case examine(RawPath)
        /// Take the file. `missing` is what it still lacked after the timeout; otherwise nil.
        case take(RawPath, FileStatus, missing: String?)
        /// The file is not ready yet, for this reason. Returned once per reason.
        case wait(RawPath, FileStatus, reason: String)
    }

    private struct Entry {
        var status: FileStatus
        var stableSince: Duration
        var due: Duration
        var pause: Duration
        var firstSeen: Duration
        var phase = Phase.waiting
        /// Whether the file changed after it was taken.
        var isStale = false
        /// Whether it could not be read at its last inspection.
        var isUnreadable = false
        var reason = ""
    }

    private enum Phase { case waiting, examining, taken }

    private let settings: Settings
    private var entries: [RawPath: Entry] = [:]
    private var schedule = Schedule()

    /// Whether files were skipped for lack of room, so that a scan is needed.
    package private(set) var isOverfull = false

    package init(settings: Settings = Settings()) { self.settings = settings }

    /// The number of tracked files.
    package var count: Int { entries.count }
    /// Whether there is room for the findings of a scan.
    package var hasRoom: Bool { entries.count < settings.capacity / 2 }
    /// When the next file is due for inspection.
    package var nextDue: Duration? { schedule.first?.due }
    /// When the file that has waited longest was first seen.
    package var oldest: Duration? { entries.values.lazy.filter { $0.phase != .taken }.map(\.firstSeen).min() }

    /// Whether a file beside another one is being settled or worked on, or may be: there can be files that had no room.
    ///
    /// - Parameters:
    ///   - wait: how much later than the other one it may have been seen first.
    ///   - isMeant: says by its name whether the file is meant.
    package func mayHold(beside path: RawPath, within wait: Duration, where isMeant: ([UInt8]) -> Bool) -> Bool {
        if isOverfull { return true }
        let (parent, end) = (path.parent, entries[path].map { $0.firstSeen + wait })
        return entries.contains { other, entry in
            isMeant(other.name) && end.map { entry.firstSeen <= $0 } ?? true && other.parent == parent
        }
    }

    /// Returns when a tracked file was first seen.
    package func firstSeen(of path: RawPath) -> Duration? { entries[path]?.firstSeen }

    /// Records that a scan has started, which finds the skipped files.
    package mutating func scanBegins() { isOverfull = false }

    /// Handles an event at a time, and returns the actions.
    package mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .found(let path, let status, let closed): found(path, status, closed, now)
        case .removed(let path): if entries[path]?.phase != .taken { entries[path] = nil }
        case .finished(let path): finished(path, now)
        case .again(let path, let pause): again(path, pause, now)
        case .readable: readable(now)
        case .examined(let path, let examination): return examined(path, examination, now)
        }
        return []
    }

    /// Returns the actions that are due at a time: at most `limit` files to inspect.
    package mutating func due(at now: Duration, limit: Int = .max) -> [Action] {
        var actions: [Action] = []
        while actions.count < limit, let next = schedule.first, next.due <= now {
            schedule.removeFirst()
            guard let entry = entries[next.path], entry.phase == .waiting, entry.due == next.due else { continue }
            entries[next.path]?.phase = .examining
            actions.append(.examine(next.path))
        }
        return actions
    }

    private mutating func found(_ path: RawPath, _ status: FileStatus, _ closed: Bool, _ now: Duration) {
        guard var entry = entries[path] else {
            guard entries.count < settings.capacity else {
                isOverfull = true
                return
            }
            entries[path] = Entry(
                status: status, stableSince: now, due: now, pause: settings.quiet, firstSeen: now)
            plan(path, at: now + settings.quiet)
            return
        }
        guard entry.phase != .taken else {
            if !entry.status.isSameContent(as: status) || entry.status.changed != status.changed {
                entries[path]?.isStale = true
            }
            return
        }
        if !entry.status.isSameContent(as: status) {
            entry.status = status
            entry.stableSince = now
        }
        // A writer that closes a file has probably finished it, so the pause can be short.
        if closed || entry.stableSince == now { entry.pause = settings.quiet }
        entries[path] = entry
        if entry.phase == .waiting { plan(path, at: now + entry.pause) }
    }

    private mutating func finished(_ path: RawPath, _ now: Duration) {
        guard let entry = entries.removeValue(forKey: path), entry.isStale else { return }
        entries[path] = Entry(
            status: entry.status, stableSince: now, due: now, pause: settings.quiet, firstSeen: now)
        plan(path, at: now)
    }

    private mutating func again(_ path: RawPath, _ pause: Duration, _ now: Duration) {
        guard entries[path] != nil else { return }
        entries[path]?.phase = .waiting
        entries[path]?.isStale = false
        entries[path]?.pause = settings.quiet
        plan(path, at: now + pause)
    }

    private mutating func examined(_ path: RawPath, _ examination: Examination, _ now: Duration) -> [Action] {
        guard var entry = entries[path], entry.phase == .examining else { return [] }
        if case .unreadable(let error) = examination { return unreadable(path, entry, error.description, now) }
        guard case .present(let status, let missing, let isBeingWritten) = examination else {
            entries[path] = nil
            return []
        }
        entry.isUnreadable = false
        entry.phase = .waiting
        let isSame = entry.status.isSameContent(as: status)
        entry.status = status
        if !isSame { entry.stableSince = now }
        let stood = now - entry.stableSince
        var reason: String?
        if stood < settings.quiet {
            reason = isSame ? nil : "it is still being written"
        } else if isBeingWritten == true, missing != nil || stood < settings.completionTimeout {
            reason = "a process has it open for writing"
        } else if let missing, stood < settings.completionTimeout {
            reason = "it is incomplete: it lacks \(missing)"
        } else {
            entry.phase = .taken
            entries[path] = entry
            return [.take(path, status, missing: missing)]
        }
        // The first inspections follow quickly, the later ones at increasing intervals.
        let pause = stood < settings.quiet && isSame ? settings.quiet - stood : entry.pause
        if reason != nil { entry.pause = min(entry.pause * 3 / 2, max(settings.longestPause, settings.quiet)) }
        let isNews = reason.map { $0 != entry.reason } ?? false
        entry.reason = reason ?? entry.reason
        entries[path] = entry
        plan(path, at: now + max(pause, .milliseconds(10)))
        return isNews ? [.wait(path, status, reason: entry.reason)] : []
    }

    /// A file that cannot be read settles anew once it can be, and is inspected at doubling intervals until then.
    private mutating func unreadable(
        _ path: RawPath, _ entry: Entry, _ reason: String, _ now: Duration
    ) -> [Action] {
        let isNews = reason != entry.reason
        var entry = entry
        entry.phase = .waiting
        entry.stableSince = now
        entry.pause =
            entry.isUnreadable
            ? min(entry.pause * 2, settings.longestUnreadablePause) : max(settings.quiet, .seconds(1))
        entry.isUnreadable = true
        entry.reason = reason
        entries[path] = entry
        plan(path, at: now + entry.pause)
        return isNews ? [.wait(path, entry.status, reason: reason)] : []
    }

    private mutating func readable(_ now: Duration) {
        for (path, entry) in entries where entry.isUnreadable && entry.phase == .waiting {
            entries[path]?.pause = settings.quiet
            plan(path, at: now)
        }
    }

    private mutating func plan(_ path: RawPath, at due: Duration) {
        entries[path]?.due = due
        schedule.insert(due, path)
    }
}
