internal import CUprightLinux
internal import Glibc
internal import Synchronization

/// A file that appears atomically: it is written under a hidden name in its target folder, and gets its final name when
/// it is complete and durable.
///
/// The hidden file stays locked while the process that writes it lives, which distinguishes the leftovers of a killed
/// process from files in progress (``HiddenName/clear(_:numbering:)``). A file that is released before it is published is removed.
package final class AtomicFile: Sendable {
    /// The folder that the file is written in.
    package let folder: OpenFolder
    /// The file, open for reading and writing.
    package let file: OpenFile
    private let name: [UInt8]
    /// The hidden name that the file has; nil if it has been published or removed.
    private let hidden: Mutex<[UInt8]?>
    /// The status of the only file that this one may replace; nil for any.
    private let replaceable = Mutex<FileStatus?>(nil)

    /// The rights that the file still needs; nil if it has them.
    private let rights: NewRights?

    /// Creates an empty hidden file.
    ///
    /// - Parameter rights: those that the file is to have. Until it is given them, only its owner can read it, unless they are the
    ///   usual ones or those of the folder's default access control list.
    package init(in folder: OpenFolder, rights: NewRights = .usual) throws(FileError) {
        let areGiven = try folder.gives(rights)
        for _ in 0..<100 {
            let name = HiddenName.prefix + Array(HiddenName.token().utf8) + HiddenName.unfinished
            let path = folder.path.appending(name: name)
            let descriptor = RawPath(bytes: name).withCString {
                openat(
                    folder.descriptor, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, areGiven ? 0o666 : 0o600
                )
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
            hidden = Mutex(name)
            self.rights = areGiven ? nil : rights
            return
        }
        throw FileError(.create, folder.path, .noFreeName)
    }

    deinit { discard() }

    /// Lets this file replace no other content than that which had the given status: if another program has written the
    /// target since, it stays, and ``publish(as:replacing:)`` throws `changed`. Nil lets it replace none or any, as it says.
    package func replacesOnly(_ status: FileStatus?) { replaceable.withLock { $0 = status } }

    /// Gives the file its rights. Sync it after, and set attributes before: its rights can be to read alone.
    ///
    /// - Returns: false if the file system cannot, and fewer may read the file than should.
    package func takeRights() throws(FileError) -> Bool {
        guard let rights else { return true }
        return try file.apply(rights, isFolder: false, keepsGroup: folder.keepsGroup)
    }

    /// Opens the hidden file once more, for reading alone.
    package func reopened() throws(FileError) -> OpenFile {
        try folder.file(RawPath(bytes: hidden.withLock { $0 } ?? name))
    }

    /// Removes the file if it has not been published.
    package func discard() {
        hidden.withLock { hidden in
            guard let name = hidden else { return }
            hidden = nil
            // If this fails, the file is a leftover, which the next ``HiddenName/clear(_:numbering:)`` removes.
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
        let expected = replaceable.withLock { $0 }
        let result = hidden.withLock { hidden in
            Result { () throws(FileError) in
                guard let name = hidden else { throw FileError(.rename, path, .gone) }
                if let expected {
                    try replace(expected, at: target, &hidden)
                } else {
                    let code = replacing ? replace(target, by: name) : folder.rename(name, to: folder, as: target)
                    guard code == 0 else { throw FileError(.rename, path, code: code) }
                }
                hidden = nil
            }
        }
        try result.get()
    }

    /// Takes away the name that ``publish(as:replacing:)`` has given to the file: it is hidden again, and can get another.
    ///
    /// - Returns: false if another file has the name by now, or none.
    package func retract(_ target: [UInt8]) throws(FileError) -> Bool {
        let read = try file.status()
        let result = hidden.withLock { hidden in
            Result { () throws(FileError) in
                guard let aside = try Departure(of: target, in: folder, read: read).begin() else { return false }
                let code = folder.rename(aside, to: folder, as: name)
                guard code == 0 else { throw FileError(.rename, folder.path.appending(name: target), code: code) }
                hidden = name
                return true
            }
        }
        return try result.get()
    }

    /// Exchanges the names with the file that is to be replaced, and removes that only if it is the one that was read: its name
    /// has a whole file at any time, and what another program has put there in between is not lost.
    ///
    /// - Parameter hidden: the file's name. For the exchange it gets one that says which of both files may be removed, should the
    ///   process be killed.
    private func replace(_ expected: FileStatus, at target: [UInt8], _ hidden: inout [UInt8]?) throws(FileError) {
        let path = folder.path.appending(name: target)
        guard let name = hidden, let present = try folder.statusIfPresent(of: RawPath(bytes: target)),
            present.isSameContent(as: expected)
        else { throw FileError(.rename, path, .changed) }
        let inode = try file.status().inode
        let (aside, code) = Departure.hide(name, as: target, in: folder, .init(own: inode, replaced: expected))
        guard code == 0 else { throw FileError(.rename, path, code: code) }
        hidden = aside
        let exchanged = exchange(aside, target)
        if [EINVAL, ENOSYS, EOPNOTSUPP].contains(exchanged) {
            // A file system that cannot do that: only there a race remains.
            let code = replace(target, by: aside)
            guard code == 0 else { throw FileError(.rename, path, code: code) }
            return
        }
        guard exchanged == 0 else { throw FileError(.rename, path, code: exchanged) }
        let found = Result { () throws(FileError) in try folder.statusIfPresent(of: RawPath(bytes: aside)) }
        // If it is gone, another process has cleared it up, by the same rule.
        if case .success(let status) = found, status?.isSameContent(as: expected) ?? true {
            // If this fails, it is a leftover.
            _ = RawPath(bytes: aside).withCString { unlinkat(folder.descriptor, $0, 0) }
            return
        }
        // If a third file came, or this one was removed, what is hidden now is not this file: it gets a name.
        let isBack = exchange(aside, target) == 0
        let now = try folder.statusIfPresent(of: RawPath(bytes: aside))?.inode
        if !isBack || now != inode {
            try Departure.putBack(aside, as: target, in: folder)
        }
        _ = try found.get()
        throw FileError(.rename, path, .changed)
    }

    private func exchange(_ name: [UInt8], _ target: [UInt8]) -> CInt {
        RawPath(bytes: name).withCString { own in
            RawPath(bytes: target).withCString { upright_exchange(folder.descriptor, own, $0) == 0 ? 0 : errno }
        }
    }

    private func replace(_ target: [UInt8], by name: [UInt8]) -> CInt {
        RawPath(bytes: name).withCString { old in
            RawPath(bytes: target).withCString { new in
                renameat(folder.descriptor, old, folder.descriptor, new) == 0 ? 0 : errno
            }
        }
    }
}
