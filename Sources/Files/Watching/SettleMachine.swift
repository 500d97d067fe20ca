public import UprightFiles

/// Decides when a file that has come is ready to be taken: a value that is told what happened and when, and answers what
/// to do. It reads no clock and no file.
///
/// A file is ready when its size and times have stood still for the quiet period, nobody has it open for writing, and its
/// structure is complete. One that is busy or incomplete is looked at again and again, ever more slowly; an incomplete
/// one that has not grown for all of `completionTimeout` is taken as it is, since a damaged file never completes itself.
public struct SettleMachine: Sendable {
    /// How long what is waited for.
    public struct Settings: Sendable, Hashable {
        /// How long size and times must have stood still.
        public var quiet: Duration
        /// How long a file that stands still may lack its end before it is taken as it is.
        public var completionTimeout: Duration
        /// The longest time between two looks at a file.
        public var longestPause: Duration
        /// How many files are kept in mind; those beyond are found by a scan when there is room again.
        public var capacity: Int

        /// Settings.
        public init(
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

    /// What happened.
    public enum Event: Sendable, Hashable {
        /// A file was seen, for the first time or again. `closed` where a writer has closed it or it was moved here.
        case found(RawPath, FileStatus, closed: Bool)
        /// A file has gone.
        case removed(RawPath)
        /// A file was looked at, as an action had asked for.
        case examined(RawPath, Examination)
        /// The work on a file that was ready has ended.
        case finished(RawPath)
        /// The work on a file that was ready is to be tried again after a while.
        case again(RawPath, after: Duration)
    }

    /// What a look at a file showed.
    public enum Examination: Sendable, Hashable {
        /// It is not there any more.
        case vanished
        /// It is there. `missing` says what its structure lacks; nil where it is complete or of no known type.
        /// `isBeingWritten` is nil where the kernel does not tell.
        case present(FileStatus, missing: String?, isBeingWritten: Bool?)
    }

    /// What to do.
    public enum Action: Sendable, Hashable {
        /// Look at the file.
        case examine(RawPath)
        /// Take the file. `missing` says what it lacks, where it was waited for in vain.
        case take(RawPath, FileStatus, missing: String?)
        /// The file is not ready yet, for this reason; said once for each reason.
        case wait(RawPath, FileStatus, reason: String)
    }

    private struct Entry {
        var status: FileStatus
        var stableSince: Duration
        var due: Duration
        var pause: Duration
        var firstSeen: Duration
        var phase = Phase.waiting
        /// Whether it was seen again while it was taken.
        var isStale = false
        var reason = ""
    }

    private enum Phase { case waiting, examining, taken }

    private let settings: Settings
    private var entries: [RawPath: Entry] = [:]
    private var schedule = Schedule()

    /// Whether files were left out for lack of room, so that a scan is needed.
    public private(set) var isOverfull = false

    /// A machine that knows of no file.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// How many files are kept in mind.
    public var count: Int { entries.count }
    /// Whether there is room for a scan's findings.
    public var hasRoom: Bool { entries.count < settings.capacity / 2 }
    /// When a file is to be looked at next.
    public var nextDue: Duration? { schedule.first?.due }
    /// When the file that waits longest was first seen.
    public var oldest: Duration? { entries.values.lazy.filter { $0.phase != .taken }.map(\.firstSeen).min() }

    /// When a file that is kept in mind was first seen.
    public func firstSeen(of path: RawPath) -> Duration? { entries[path]?.firstSeen }

    /// Takes note that a scan has begun, which finds what was left out.
    public mutating func scanBegins() { isOverfull = false }

    /// Takes an event in at a time, and answers what to do.
    public mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .found(let path, let status, let closed): found(path, status, closed, now)
        case .removed(let path): if entries[path]?.phase != .taken { entries[path] = nil }
        case .finished(let path): finished(path, now)
        case .again(let path, let pause): again(path, pause, now)
        case .examined(let path, let examination): return examined(path, examination, now)
        }
        return []
    }

    /// What is due at a time: at most `limit` files to be looked at.
    public mutating func due(at now: Duration, limit: Int = .max) -> [Action] {
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
        // Whoever closes a file has finished a piece of work on it: the waiting need not be long.
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
        guard case .present(let status, let missing, let isBeingWritten) = examination else {
            entries[path] = nil
            return []
        }
        entry.phase = .waiting
        let isSame = entry.status.isSameContent(as: status)
        entry.status = status
        if !isSame { entry.stableSince = now }
        let stood = now - entry.stableSince
        var reason: String?
        if stood < settings.quiet {
            reason = isSame ? nil : "it is still being written"
        } else if isBeingWritten == true, missing != nil || stood < settings.completionTimeout {
            reason = "somebody has it open for writing"
        } else if let missing, stood < settings.completionTimeout {
            reason = "it is not complete: it lacks \(missing)"
        } else {
            entry.phase = .taken
            entries[path] = entry
            return [.take(path, status, missing: missing)]
        }
        // The first looks come quickly, then ever more slowly.
        let pause = stood < settings.quiet && isSame ? settings.quiet - stood : entry.pause
        if reason != nil { entry.pause = min(entry.pause * 3 / 2, max(settings.longestPause, settings.quiet)) }
        let isNews = reason.map { $0 != entry.reason } ?? false
        entry.reason = reason ?? entry.reason
        entries[path] = entry
        plan(path, at: now + max(pause, .milliseconds(10)))
        return isNews ? [.wait(path, status, reason: entry.reason)] : []
    }

    private mutating func plan(_ path: RawPath, at due: Duration) {
        entries[path]?.due = due
        schedule.insert(due, path)
    }
}
