internal import CUprightLinux
internal import Glibc
internal import Synchronization

/// An inotify instance for a folder and its subfolders.
final class InotifyWatch: Sendable {
    /// The result of a read.
    struct Batch: Sendable {
        var events: [SourceEvent] = []
        /// New folders, to watch and read.
        var newFolders: [RawPath] = []
        /// The error if the watched folder itself is gone.
        var loss: FileError?
    }

    private struct Table {
        var paths: [CInt: RawPath] = [:]
        var watched: Set<RawPath> = []
        /// Folders in which something could not be read: a change of their rights may make it readable.
        var unreadable: Set<RawPath> = []
        /// Files that were written to and not reported yet.
        var written: Set<RawPath> = []
        var reportedAt = ContinuousClock.now
        var exhaustion: FileError?
    }

    private let folder: WatchedFolder
    private let subject: InotifySource.Subject
    private let root: OpenFolder
    private let queue: OpenFile
    private let alarm: OpenFile
    private let evidence: WriterEvidence?
    private let table = Mutex(Table())

    private static let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_ATTRIB) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
        | UInt32(IN_EXCL_UNLINK) | UInt32(IN_MODIFY) | UInt32(IN_OPEN) | UInt32(IN_CLOSE_NOWRITE)

    /// The mask for removals: removed names, and new folders, which must be watched as well.
    private static let maskOfRemovals =
        UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
        | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

    init(
        _ folder: WatchedFolder, _ root: OpenFolder, noticing subject: InotifySource.Subject = .arrivals,
        evidence: WriterEvidence? = nil
    ) throws(FileError) {
        self.evidence = evidence
        self.subject = subject
        self.folder = folder
        self.root = root
        let descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else { throw FileError(.watch, folder.path, code: errno) }
        queue = OpenFile(owning: descriptor, path: folder.path)
        let wake = upright_alarm()
        guard wake >= 0 else { throw FileError(.watch, folder.path, code: errno) }
        alarm = OpenFile(owning: wake, path: folder.path)
        try add(RawPath(""), root)
    }

    /// The error if the system has no watches left.
    var exhaustion: FileError? { table.withLock { $0.exhaustion } }

    /// Ends a ``read()`` that is waiting.
    func wake() {
        var one: UInt64 = 1
        // If this fails because the counter is full, the reader wakes as well.
        _ = write(alarm.descriptor, &one, 8)
    }

    private func add(_ path: RawPath, _ folder: OpenFolder) throws(FileError) {
        // Use the descriptor, so that a link put in the folder's place is not followed.
        let watch = inotify_add_watch(
            queue.descriptor, "/proc/self/fd/\(folder.descriptor)",
            subject == .removals ? Self.maskOfRemovals : Self.mask)
        guard watch >= 0 else {
            let error = FileError(.watch, folder.path, code: errno)
            if error.isFull { table.withLock { $0.exhaustion = error } }
            throw error
        }
        table.withLock {
            $0.paths[watch] = path
            $0.watched.insert(path)
        }
    }

    /// Watches a folder and its subfolders, and reports their files.
    ///
    /// - Returns: the error if no watches are left.
    func scan(
        from start: RawPath, _ tell: @Sendable ([SourceEvent]) async -> Void
    ) async -> FileError? {
        var scan = folder.scan(root, from: start, tellsFiles: subject == .arrivals) {
            [self] (path, folder) throws(FileError) in try add(path, folder)
        }
        table.withLock { table in
            table.unreadable = table.unreadable.filter { $0 != start && $0.relative(to: start) == nil }
        }
        var unreadable: [RawPath: FileError] = [:]
        while !Task.isCancelled, let findings = await scan.next() {
            if let exhaustion { return exhaustion }
            for case .unreadable(let path, let error) in findings {
                unreadable[path] = error
                table.withLock { _ = $0.unreadable.insert(path) }
            }
            await tell(findings.map { SourceEvent($0, closed: !start.isEmpty) })
        }
        if !Task.isCancelled, exhaustion == nil { await tell([.scanned(start, unreadable: unreadable)]) }
        return exhaustion
    }

    /// Waits for notifications and reads some.
    func read() throws(FileError) -> Batch {
        var waits = [
            pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let isWaiting = table.withLock { !$0.written.isEmpty }
        guard poll(&waits, 2, isWaiting ? 1_000 : 10_000) > 0, waits[0].revents != 0 else {
            var batch = Batch()
            reportWritten(into: &batch)
            return try checked(batch)
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(queue.descriptor, &buffer, buffer.count)
        guard count >= 0 else {
            if errno == EINTR || errno == EAGAIN { return Batch() }
            throw FileError(.watch, folder.path, code: errno)
        }
        return buffer.withUnsafeBytes { batch(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Checks, after a time without notifications, that the path still leads to the watched folder. A file system may
    /// have been mounted over it, which raises no notification.
    private func checked(_ batch: Batch) throws(FileError) -> Batch {
        let now = try OpenFolder(folder.path).status()
        guard try now.identity == root.status().identity else {
            throw FileError(.watch, folder.path, .replaced)
        }
        return batch
    }

    /// `inotify(7)`: wd, mask, cookie, length of the name, name padded with NUL.
    private func batch(_ bytes: UnsafeRawBufferPointer) -> Batch {
        var batch = Batch()
        var offset = 0
        while offset + 16 <= bytes.count {
            let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            guard offset + 16 + length <= bytes.count else { break }
            let cookie = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
            let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
            handle(watch, mask, cookie, Array(name), into: &batch)
            offset += 16 + length
        }
        reportWritten(into: &batch)
        return batch
    }

    /// Reports the files that were written to, once a second: a writer can cause thousands of notifications.
    private func reportWritten(into batch: inout Batch) {
        let due = table.withLock { table -> Set<RawPath> in
            guard !table.written.isEmpty, .now - table.reportedAt >= .seconds(1) else { return [] }
            defer { (table.written, table.reportedAt) = ([], .now) }
            return table.written
        }
        for path in due { look(at: path, closed: false, into: &batch) }
    }

    private func handle(
        _ watch: CInt, _ mask: UInt32, _ cookie: UInt32, _ name: [UInt8], into batch: inout Batch
    ) {
        func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
        if has(IN_Q_OVERFLOW) {
            evidence?.lost()
            batch.events.append(.overflow)
            return
        }
        if has(IN_IGNORED) {
            table.withLock { table in
                if let path = table.paths.removeValue(forKey: watch) { table.watched.remove(path) }
            }
            return
        }
        guard let parent = table.withLock({ $0.paths[watch] }) else { return }
        if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) {
            if parent.isEmpty { batch.loss = FileError(.watch, folder.path, .gone) }
            return
        }
        // A folder's own rights are reported with its name by its parent, except those of the watched folder.
        if has(IN_ISDIR), has(IN_ATTRIB), name.isEmpty, parent.isEmpty { rightsChanged(of: parent, into: &batch) }
        guard !name.isEmpty, name != FolderMark.name else { return }
        let path = parent.appending(name: name)
        if let evidence, !has(IN_ISDIR) { Self.record(mask, cookie, of: path, in: evidence) }
        if let reason = folder.rules.reason(toIgnore: name) {
            // Upright's own file, while a picture comes or goes, is no news.
            if subject == .arrivals, has(IN_CREATE) || has(IN_MOVED_TO), !HiddenName.isHidden(name) {
                batch.events.append(.ignored(path, reason: reason))
            }
            return
        }
        if has(IN_ISDIR) {
            if has(IN_MOVED_FROM) {
                forget(path)
                // All files in it are gone; only a scan can find which ones.
                if subject == .removals { batch.events.append(.overflow) }
            }
            if has(IN_CREATE) || has(IN_MOVED_TO), folder.recursive { batch.newFolders.append(path) }
            if has(IN_ATTRIB) { rightsChanged(of: path, into: &batch) }
            return
        }
        if has(IN_MOVED_FROM) || has(IN_DELETE) {
            batch.events.append(.removed(path))
            return
        }
        guard subject == .arrivals else { return }
        if has(IN_CLOSE_WRITE) || has(IN_MOVED_TO) || has(IN_CREATE) || has(IN_ATTRIB) {
            look(at: path, closed: has(IN_CLOSE_WRITE) || has(IN_MOVED_TO), into: &batch)
        } else if has(IN_MODIFY) {
            table.withLock { _ = $0.written.insert(path) }
        }
    }

    private static func record(_ mask: UInt32, _ cookie: UInt32, of path: RawPath, in evidence: WriterEvidence) {
        func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
        if has(IN_CREATE) { evidence.created(path) }
        if has(IN_OPEN) { evidence.opened(path) }
        if has(IN_MODIFY) { evidence.written(path) }
        if has(IN_CLOSE_WRITE) { evidence.closed(path, byWriter: true) }
        if has(IN_CLOSE_NOWRITE) { evidence.closed(path, byWriter: false) }
        if has(IN_DELETE) { evidence.removed(path) }
        if has(IN_MOVED_FROM) { evidence.moved(from: path, cookie: cookie) }
        if has(IN_MOVED_TO) { evidence.moved(to: path, cookie: cookie) }
    }

    /// Has a folder read whose rights have changed, if it could not be read before or cannot be read now. A folder that is
    /// copied gets its rights at the end.
    private func rightsChanged(of path: RawPath, into batch: inout Batch) {
        guard subject == .arrivals else { return }
        batch.events.append(.rights(path))
        guard path.isEmpty || folder.recursive, folder.rules.reason(toIgnore: path) == nil else { return }
        let isRead = table.withLock { $0.watched.contains(path) && !$0.unreadable.contains(path) }
        if isRead {
            do { _ = try root.folder(path) } catch { batch.newFolders.append(path) }
        } else {
            batch.newFolders.append(path)
        }
    }

    private func look(at path: RawPath, closed: Bool, into batch: inout Batch) {
        do throws(FileError) {
            let status = try root.status(of: path)
            if status.kind == .regular {
                batch.events.append(.found(path, status, closed: closed))
            } else if status.kind != .folder {
                batch.events.append(.ignored(path, reason: "a \(status.kind.rawValue), not a regular file"))
            }
        } catch {
            if !error.isAbsence { table.withLock { _ = $0.unreadable.insert(path.parent) } }
            batch.events.append(error.isAbsence ? .removed(path) : .failed(path, error))
        }
    }

    /// Removes the watches of a folder that was moved away, because their paths are no longer valid.
    private func forget(_ path: RawPath) {
        let gone = table.withLock { table in
            let gone = table.paths.filter { $0.value.relative(to: path) != nil }.map(\.key)
            for watch in gone {
                if let path = table.paths.removeValue(forKey: watch) { table.watched.remove(path) }
            }
            return gone
        }
        evidence?.forget(below: path)
        for watch in gone { _ = inotify_rm_watch(queue.descriptor, watch) }
    }
}
