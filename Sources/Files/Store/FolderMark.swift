internal import Glibc

/// The file that shows that a folder is the one that was used before, and not the bare mount point of its volume.
///
/// It is made when a folder is first used. Where it is missing later, the folder's volume is not mounted, and what is
/// written there would disappear below the volume when that comes back.
public enum FolderMark {
    /// The file's name. Folders that are watched ignore it.
    public static let name = Array(".upright".utf8)

    private static let text = """
        upright made this file. It shows that this folder's volume is mounted: where it is missing, upright pauses the folder
        and writes nothing. Leave it here. In a folder that is to be used again after it was emptied, an empty file of this
        name does as well.

        """

    /// Whether a folder has the mark.
    public static func stands(in folder: OpenFolder) throws(FileError) -> Bool {
        try folder.statusIfPresent(of: RawPath(bytes: name)) != nil
    }

    /// Marks a folder, durably. A mark that stands is left alone.
    public static func make(in folder: OpenFolder) throws(FileError) {
        let path = folder.path.appending(name: name)
        let descriptor = RawPath(bytes: name).withCString {
            openat(folder.descriptor, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        }
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw FileError(.create, path)
        }
        let file = OpenFile(owning: descriptor, path: path)
        do {
            try file.write(Array(text.utf8))
            try file.synchronize()
            try folder.synchronize()
        } catch {
            // A mark that may not last is none: the next use of the folder makes it again.
            try folder.remove(name)
            throw error
        }
    }
}

extension OpenFolder {
    /// Opens a folder that was marked before.
    ///
    /// - Throws: `FileError`; where the folder or its mark is missing, one that ``FileError/isMissingMark`` tells.
    public static func marked(_ path: RawPath) throws(FileError) -> OpenFolder {
        let folder: OpenFolder
        do { folder = try OpenFolder(path) } catch {
            throw error.isAbsence ? FileError(.open, path, code: FileError.missingMark) : error
        }
        guard try FolderMark.stands(in: folder) else { throw FileError(.open, path, code: FileError.missingMark) }
        return folder
    }

    /// Whether this process may make names in the folder.
    ///
    /// - Throws: `FileError` with the system's reason where it may not: rights, or a read-only mount.
    public func checkWritable() throws(FileError) {
        guard faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else { throw FileError(.create, path) }
    }
}

extension FileError {
    /// The code of a folder whose mark (``FolderMark``) is missing; no call that is made here gives it.
    static let missingMark = ENOMEDIUM

    /// Whether a folder that was used before has no mark now: its volume is not mounted.
    public var isMissingMark: Bool { code == Self.missingMark }

    /// Whether the process or the machine lacks descriptors or memory, whatever the call was about.
    public var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

    /// Whether a whole folder that gives this error is out of use, and not one of its files alone: rights, a read-only
    /// mount, a device or server that does not answer.
    public var isOfFolder: Bool {
        [
            EACCES, EPERM, EROFS, EIO, ESTALE, ENODEV, ENXIO, ENOTCONN, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH,
            ETIMEDOUT, ESHUTDOWN, ECONNABORTED, ECONNRESET, EREMOTEIO, EUCLEAN, ENOMEDIUM, EMEDIUMTYPE, EBUSY, ENOLCK,
            EAGAIN,
            ENOKEY, EKEYEXPIRED, EKEYREVOKED, EKEYREJECTED,
        ].contains(code)
    }
}
