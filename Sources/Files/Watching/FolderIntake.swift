internal import UprightBase

/// The intake of a folder: detects new files, waits until each has settled, and returns it, each file once at a time.
package actor FolderIntake {
    /// A file that has settled.
    package struct Arrival: Sendable, Hashable {
        package var relative: RawPath
        /// The status at the last inspection.
        package var status: FileStatus
        /// Whether all writers were known to have closed the file.
        package var isClosed: Bool
        /// What the file's structure still lacked after the timeout; otherwise nil.
        package var missing: String?
        /// How long the file took to settle, from when it was first seen.
        package var waited: Duration
        /// When the file was first seen, on the intake's clock.
        var firstSeen: Duration
    }

    /// Inspects a file to find whether it is ready. It may block.
    package typealias Examine = @Sendable (OpenFolder, RawPath) -> SettleMachine.Examination
    /// Returns which files are already done, and need not settle.
    package typealias Known = @Sendable ([(path: RawPath, status: FileStatus)]) async -> [Bool]

    private let folder: WatchedFolder
    private let source: any EventSource
    private let fallback: (any EventSource)?
    /// Whether the source tells of each file that is taken away, so that a polling one is needed while it cannot continue.
    package nonisolated var isNotified: Bool { fallback != nil }
    private let fallbackTime: Duration
    private let scanInterval: Duration
    private let examine: Examine
    private let known: Known
    let notice: @Sendable (Notice) async -> Void

    private var machine: SettleMachine
    var figures = Figures()
    private var ready: [Arrival] = []
    /// Set when files are ready, or the intake has ended.
    private let hasNews = EventFlag(false)
    /// Set when files can be due.
    private let isWoken = EventFlag(false)
    private let alarm = Alarm()
    private var scanner: Task<Void, Never>?
    private var mustScan = false
    private var isScanPlanned = false
    /// Whether the present scan could not see everything.
    private var hasFailed = false
    /// How long to wait before the scan after such a failure.
    private var failurePause = shortestFailurePause
    private var isRunning = false
    private var isEnded = false
    private let origin = ContinuousClock.now

    /// Creates an intake.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - source: reports new files.
    ///   - fallback: takes over while the source cannot continue.
    ///   - fallbackTime: the pause before the source is tried again; it doubles up to five minutes.
    ///   - settings: the durations for settling.
    ///   - scanInterval: how often to scan the whole folder, regardless of events.
    ///   - examine: inspects a file.
    ///   - known: returns which files are already done.
    ///   - notice: receives notices for the user.
    package init(
        _ folder: WatchedFolder, source: any EventSource, fallback: (any EventSource)? = nil,
        fallbackTime: Duration = .seconds(10),
        settings: SettleMachine.Settings = SettleMachine.Settings(), scanInterval: Duration = .seconds(900),
        examine: @escaping Examine, known: @escaping Known = { $0.map { _ in false } },
        notice: @escaping @Sendable (Notice) async -> Void = { _ in }
    ) {
        self.folder = folder
        self.source = source
        self.fallback = fallback
        self.fallbackTime = fallbackTime
        self.scanInterval = scanInterval
        self.examine = examine
        self.known = known
        self.notice = notice
        machine = SettleMachine(settings: settings)
    }

    /// Runs the intake until the task is cancelled.
    package func run() async {
        isRunning = true
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watch() }
            group.addTask { await self.lookWhenDue() }
            group.addTask { await self.scanOnThePeriod() }
        }
        scanner?.cancel()
        isEnded = true
        hasNews.set()
    }

    /// Waits for at least one settled file, and returns at most `limit`; returns none once the intake has ended.
    package func next(limit: Int) async -> [Arrival] {
        while ready.isEmpty, !isEnded, !Task.isCancelled { await hasNews.consume() }
        guard !isEnded, !Task.isCancelled else { return [] }
        let batch = Array(ready.prefix(limit))
        ready.removeFirst(batch.count)
        return batch
    }

    /// Reports that the work on a file has ended.
    package func finished(_ path: RawPath) {
        apply(machine.handle(.finished(path), at: now))
        if mustScan || machine.isOverfull, machine.hasRoom { scanSoon() }
        wake()
    }

    /// Reports that the work on a file should be retried after a pause.
    package func again(_ path: RawPath, after pause: Duration) {
        apply(machine.handle(.again(path, after: pause), at: now))
        wake()
    }

    /// Whether a file beside another one has not been worked on to its end, or may not have been.
    ///
    /// - Parameters:
    ///   - wait: how much later than the other one it may have been seen first.
    ///   - isMeant: says by its name whether the file is meant.
    package func mayHold(
        beside path: RawPath, within wait: Duration, where isMeant: @Sendable ([UInt8]) -> Bool
    ) -> Bool {
        mustScan || machine.mayHold(beside: path, within: wait, where: isMeant)
    }

    /// Inspects the files that could not be read again: their device is back.
    package func readAgain() {
        apply(machine.handle(.readable, at: now))
        wake()
    }

    /// Inspects files again, if they exist and are not done.
    package func look(at paths: [RawPath]) async {
        let folder = folder
        let found = await offTheCooperativePool {
            paths.compactMap { path -> (path: RawPath, status: FileStatus)? in
                guard let status = Self.status(of: path, in: folder), status.kind == .regular else { return nil }
                return (path, status)
            }
        }
        await takeUnknown(found)
        wake()
    }

    /// Returns the status of a file; nil if it cannot be inspected now, in which case the next scan finds it.
    private static func status(of path: RawPath, in folder: WatchedFolder) -> FileStatus? {
        do { return try OpenFolder(folder.path).status(of: path) } catch { return nil }
    }

    package var currentFigures: Figures {
        var figures = figures
        figures.waiting = machine.count
        figures.ready = ready.count
        let oldest = [machine.oldest, ready.lazy.map(\.firstSeen).min()].compactMap { $0 }.min()
        figures.oldest = oldest.map { now - $0 }
        return figures
    }

    /// Starts a scan of the whole folder.
    package func scanSoon() {
        mustScan = true
        guard scanner == nil else { return }
        scanner = Task { await self.scan() }
    }

    // MARK: Events

    private var now: Duration { ContinuousClock.now - origin }

    private func watch() async {
        var failure = await source.run { events in await self.handle(events) }
        guard let fallback else { return }
        while let error = failure, !Task.isCancelled {
            await notice(.polling(error))
            let polling = Task { _ = await fallback.run { events in await self.handle(events) } }
            failure = await withTaskCancellationHandler {
                await self.watchAgain(insteadOf: polling)
            } onCancel: {
                polling.cancel()
            }
            await polling.value
        }
    }

    /// Tries the source again until it goes on, and ends the polling then.
    ///
    /// - Returns: why it cannot go on once more.
    private func watchAgain(insteadOf polling: Task<Void, Never>) async -> FileError? {
        var pause = fallbackTime
        while true {
            do { try await Task.sleep(for: pause) } catch { return nil }
            let failure = await source.run { events in
                if !polling.isCancelled, events.contains(.watching) {
                    polling.cancel()
                    await self.notice(.notified)
                }
                await self.handle(events)
            }
            if polling.isCancelled || failure == nil { return failure }
            pause = min(pause * 2, Self.longestFallbackTime)
        }
    }

    private static let longestFallbackTime = Duration.seconds(300)

    private func handle(_ events: [SourceEvent]) async {
        var found: [(path: RawPath, status: FileStatus)] = []
        var removed: [RawPath] = []
        for event in events {
            switch event {
            case .found(let path, let status, let closed):
                if closed {
                    apply(machine.handle(.found(path, status, closed: true), at: now))
                } else {
                    found.append((path, status))
                }
            case .scanned(let path, let unreadable): await noteUnreadable(unreadable, below: path)
            case .rights(let path): await notice(.rights(path))
            case .removed(let path):
                removed.append(path)
                apply(machine.handle(.removed(path), at: now))
            case .ignored(let path, let reason): await notice(.ignored(path, reason: reason))
            case .failed(let path, let error):
                scanAgain(after: error)
                await notice(.failed(path, error))
            case .overflow:
                figures.overflows += 1
                await notice(.overflow)
                scanSoon()
            case .lost(let error): await notice(.lost(error))
            case .watching:
                figures.scans += 1
                await notice(.watching)
            }
        }
        if !removed.isEmpty { await notice(.removed(removed)) }
        await takeUnknown(found)
        wake()
    }

    private func takeUnknown(_ found: [(path: RawPath, status: FileStatus)]) async {
        guard !found.isEmpty else { return }
        let areKnown = await known(found)
        for ((path, status), isKnown) in zip(found, areKnown) where !isKnown {
            apply(machine.handle(.found(path, status, closed: false), at: now))
        }
    }

    // MARK: Scanning

    private func scanOnThePeriod() async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: scanInterval) } catch { return }
            scanSoon()
        }
    }

    private func scan() async {
        while mustScan, !Task.isCancelled {
            mustScan = false
            machine.scanBegins()
            figures.scans += 1
            hasFailed = false
            await scanOnce()
            if !hasFailed { failurePause = Self.shortestFailurePause }
            // Files for which there was no room wait until another file is finished.
            if machine.isOverfull, !machine.hasRoom { break }
            if machine.isOverfull { mustScan = true }
        }
        scanner = nil
    }

    private func scanOnce() async {
        let folder = folder
        do throws(FileError) {
            var scan = try await offTheCooperativePool { () throws(FileError) in
                folder.scan(try OpenFolder(folder.path))
            }
            var unreadable: [RawPath: FileError] = [:]
            while !Task.isCancelled, let findings = await scan.next() {
                for case .unreadable(let path, let error) in findings { unreadable[path] = error }
                await handle(findings.map { SourceEvent($0) })
                // Files that are already done take no room, so a scan ends regardless of their number.
                if machine.isOverfull { return }
            }
            if !Task.isCancelled { await noteUnreadable(unreadable, below: RawPath("")) }
        } catch {
            if !scanAgain(after: error) || !error.isShortage { await notice(.lost(error)) }
        }
    }

    /// Scans again, first in a few seconds, if an error is a lack of descriptors or memory, or a failing device: what could
    /// not be seen for it is found then. Returns whether it is one.
    @discardableResult
    private func scanAgain(after error: FileError) -> Bool {
        guard error.isShortage || error.isOfDevice else { return false }
        hasFailed = true
        guard !isScanPlanned else { return true }
        isScanPlanned = true
        let pause = failurePause
        failurePause = min(failurePause * 2, Self.longestFailurePause)
        Task {
            do { try await Task.sleep(for: pause) } catch { return }
            isScanPlanned = false
            if !isEnded { scanSoon() }
        }
        return true
    }

    private static let shortestFailurePause = Duration.seconds(3)
    private static let longestFailurePause = Duration.seconds(60)

    // MARK: Settling

    private func lookWhenDue() async {
        while !Task.isCancelled {
            isWoken.withLock { $0 = false }
            let due = machine.due(at: now, limit: 64)
            let paths = due.compactMap { action in if case .examine(let path) = action { path } else { nil } }
            if paths.isEmpty {
                await sleepUntilDue()
                continue
            }
            let examine = examine
            let root = folder.path
            let (results, failure): ([SettleMachine.Examination], FileError?) = await offTheCooperativePool {
                let opened: OpenFolder
                do throws(FileError) { opened = try OpenFolder(root) } catch {
                    // While the folder is gone, its files cannot be inspected; a scan finds them when it is back.
                    return (paths.map { _ in error.isOfDevice ? .unreadable(error) : .vanished }, error)
                }
                return (paths.map { examine(opened, $0) }, nil)
            }
            if let failure { scanAgain(after: failure) }
            for (path, result) in zip(paths, results) {
                let actions = machine.handle(.examined(path, result), at: now)
                apply(actions, isClosed: result.isClosed)
                if case .unreadable(let error) = result { await notice(.failed(path, error)) }
                for case .wait(let path, let status, let reason) in actions {
                    await notice(.waiting(path, status, reason: reason))
                }
            }
        }
    }

    private func apply(_ actions: [SettleMachine.Action], isClosed: Bool = false) {
        for case .take(let path, let status, let missing) in actions {
            let (now, seen) = (now, machine.firstSeen(of: path))
            let firstSeen = seen ?? now
            ready.append(
                Arrival(
                    relative: path, status: status, isClosed: isClosed, missing: missing, waited: now - firstSeen,
                    firstSeen: firstSeen))
        }
        if !ready.isEmpty { hasNews.set() }
    }

    private func sleepUntilDue() async {
        if let due = machine.nextDue {
            alarm.set(after: max(due - now, .milliseconds(1))) { [isWoken] in isWoken.set() }
        }
        // If woken since the check for due files, there may be more of them.
        await isWoken.wait()
        alarm.cancel()
    }

    private func wake() { isWoken.set() }
}
