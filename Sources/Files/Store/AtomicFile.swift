internal import CUprightLinux
internal import Glibc
internal import Synchronization

/// A file that appears atomically: it is written under a hidden name in its target folder, and gets its final name when
/// it is complete and durable.
///
/// The hidden file stays locked while the process that writes it lives, which distinguishes the leftovers of a killed
/// process from files in progress (``removeLeftovers(in:)``). A file that is released before it is published is
/// removed.
package final class AtomicFile: Sendable {
    /// The prefix of the hidden names. Watched folders ignore them.
    package static let prefix = ".upright-"
    /// The suffix of the hidden names.
    package static let suffix = ".partial"

    /// The folder that the file is written in.
    package let folder: OpenFolder
    /// The file, open for reading and writing.
    package let file: OpenFile
    private let name: [UInt8]
    private let isHidden = Mutex(true)
    /// The status of the only file that this one may replace; nil for any.
    private let replaceable = Mutex<FileStatus?>(nil)

    /// Creates an empty hidden file with the mode 0666 less the umask.
    package init(in folder: OpenFolder) throws(FileError) {
        for _ in 0..<100 {
            let name = Array("\(Self.prefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))\(Self.suffix)".utf8)
            let path = folder.path.appending(name: name)
            let descriptor = RawPath(bytes: name).withCString {
                openat(folder.descriptor, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            }
            if descriptor < 0, errno == EEXIST || errno == EINTR { continue }
            guard descriptor >= 0 else { throw FileError(.create, path) }
            let file = OpenFile(owning: descriptor, path: path)
            do {
                // A process that is removing leftovers may hold the lock already, and then removes the file.
                guard try file.tryLock() else { continue }
            } catch {
                // A file system without locks: leftovers there are never removed, which is safe.
            }
            self.folder = folder
            self.file = file
            self.name = name
            return
        }
        throw FileError(.create, folder.path, .noFreeName)
    }

    deinit { discard() }

    /// Lets this file replace no other content than that which had the given status: if another program has written the
    /// target since, it stays, and ``publish(as:replacing:)`` throws `changed`.
    package func replacesOnly(_ status: FileStatus) { replaceable.withLock { $0 = status } }

    /// Opens the hidden file once more, for reading alone.
    package func reopened() throws(FileError) -> OpenFile { try folder.file(RawPath(bytes: name)) }

    /// Removes the file if it has not been published.
    package func discard() {
        isHidden.withLock { hidden in
            guard hidden else { return }
            hidden = false
            // If this fails, the file is a leftover, which the next ``removeLeftovers(in:)`` removes.
            _ = RawPath(bytes: name).withCString { unlinkat(folder.descriptor, $0, 0) }
        }
    }

    /// Gives the file its final name. Sync the file before, and the folder after.
    ///
    /// - Parameters:
    ///   - target: the name, without separators.
    ///   - replacing: whether to replace an existing file. If false, it stays, and the error's code is `EEXIST`.
    package func publish(as target: [UInt8], replacing: Bool = false) throws(FileError) {
        let path = folder.path.appending(name: target)
        guard !target.isEmpty, !target.contains(RawPath.separator), target != [0x2E], target != [0x2E, 0x2E] else {
            throw FileError(.rename, path, .misplaced)
        }
        if let expected = replaceable.withLock({ $0 }),
            try !folder.status(of: RawPath(bytes: target)).isSameContent(as: expected)
        {
            throw FileError(.rename, path, .changed)
        }
        let failure: FileError.Condition? = isHidden.withLock { hidden in
            guard hidden else { return .gone }
            let code = rename(to: RawPath(bytes: target), replacing: replacing)
            if code == 0 { hidden = false }
            return code == 0 ? nil : .system(code)
        }
        if let failure { throw FileError(.rename, path, failure) }
    }

    private func rename(to target: RawPath, replacing: Bool) -> CInt {
        let own = RawPath(bytes: name)
        return own.withCString { old in
            target.withCString { new in
                if replacing { return renameat(folder.descriptor, old, folder.descriptor, new) == 0 ? 0 : errno }
                if upright_rename_no_replace(folder.descriptor, old, folder.descriptor, new) == 0 { return 0 }
                guard [EINVAL, ENOSYS, EPERM, EOPNOTSUPP].contains(errno) else { return errno }
                return linkOrRename(old, new)
            }
        }
    }

    /// The fallback for a file system that cannot rename without replacing: a hard link, which never replaces either.
    /// If there are no hard links (FAT), check first and then rename; only there a race remains.
    private func linkOrRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> CInt {
        if linkat(folder.descriptor, old, folder.descriptor, new, 0) == 0 {
            _ = unlinkat(folder.descriptor, old, 0)
            return 0
        }
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return errno }
        var status = stat()
        if fstatat(folder.descriptor, new, &status, AT_SYMLINK_NOFOLLOW) == 0 { return EEXIST }
        guard errno == ENOENT else { return errno }
        return renameat(folder.descriptor, old, folder.descriptor, new) == 0 ? 0 : errno
    }

    /// Whether a name is that of an unfinished file.
    package static func isHiddenName(_ name: [UInt8]) -> Bool {
        name.starts(with: prefix.utf8) && name.reversed().starts(with: suffix.utf8.reversed())
    }

    /// Removes the unfinished files of ended processes from a folder. Files that a living process is writing are
    /// locked, and stay.
    ///
    /// - Returns: the number of files removed.
    @discardableResult
    package static func removeLeftovers(in folder: OpenFolder) throws(FileError) -> Int {
        var removed = 0
        for entry in try folder.entries(where: isHiddenName, atMost: .max) {
            guard entry.kind == nil || entry.kind == .regular else { continue }
            do {
                let leftover = try folder.file(RawPath(bytes: entry.name))
                guard try leftover.tryLock() else { continue }
                try folder.remove(entry.name)
                removed += 1
            } catch {
                // Gone, not ours, or on a file system without locks: it stays, hidden and harmless.
                continue
            }
        }
        return removed
    }
}
