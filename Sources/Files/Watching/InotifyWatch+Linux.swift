internal import CUprightLinux
internal import UprightFiles
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
        var exhaustion: FileError?
    }

    private let folder: WatchedFolder
    private let subject: InotifySource.Subject
    private let root: OpenFolder
    private let queue: OpenFile
    private let alarm: OpenFile
    private let table = Mutex(Table())

    private static let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_ATTRIB) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
        | UInt32(IN_EXCL_UNLINK)

    /// The mask for removals: removed names, and new folders, which must be watched as well.
    private static let maskOfRemovals =
        UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
        | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

    init(
        _ folder: WatchedFolder, _ root: OpenFolder, noticing subject: InotifySource.Subject = .arrivals
    ) throws(FileError) {
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
        table.withLock { $0.paths[watch] = path }
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
        while !Task.isCancelled, let findings = await scan.next() {
            if let exhaustion { return exhaustion }
            await tell(findings.map { SourceEvent($0, closed: !start.isEmpty) })
        }
        return exhaustion
    }

    /// Waits for notifications and reads some.
    func read() throws(FileError) -> Batch {
        var waits = [
            pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waits, 2, 10_000) > 0, waits[0].revents != 0 else { return try checked(Batch()) }
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
            let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
            take(watch, mask, Array(name), into: &batch)
            offset += 16 + length
        }
        return batch
    }

    private func take(_ watch: CInt, _ mask: UInt32, _ name: [UInt8], into batch: inout Batch) {
        func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
        if has(IN_Q_OVERFLOW) {
            batch.events.append(.overflow)
            return
        }
        if has(IN_IGNORED) {
            table.withLock { $0.paths[watch] = nil }
            return
        }
        guard let parent = table.withLock({ $0.paths[watch] }) else { return }
        if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) {
            if parent.isEmpty { batch.loss = FileError(.watch, folder.path, .gone) }
            return
        }
        guard !name.isEmpty, name != FolderMark.name else { return }
        let path = parent.appending(name: name)
        if let reason = folder.rules.reason(toIgnore: name) {
            if subject == .arrivals, has(IN_CREATE) || has(IN_MOVED_TO) {
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
            return
        }
        if has(IN_MOVED_FROM) || has(IN_DELETE) {
            batch.events.append(.removed(path))
            return
        }
        if subject == .arrivals { look(at: path, closed: has(IN_CLOSE_WRITE) || has(IN_MOVED_TO), into: &batch) }
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
            batch.events.append(error.isAbsence ? .removed(path) : .failed(path, error))
        }
    }

    /// Removes the watches of a folder that was moved away, because their paths are no longer valid.
    private func forget(_ path: RawPath) {
        let gone = table.withLock { table in
            let gone = table.paths.filter { $0.value.relative(to: path) != nil }.map(\.key)
            for watch in gone { table.paths[watch] = nil }
            return gone
        }
        for watch in gone { _ = inotify_rm_watch(queue.descriptor, watch) }
    }
}
