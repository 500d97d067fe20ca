internal import Glibc

/// The file that shows that a folder is the one that was used before, and not the empty mount point of its volume.
///
/// It is created when a folder is first used. If it is missing later, the folder's volume is not mounted, and files
/// written there would be hidden once the volume is mounted again.
package enum FolderMark {
    /// The file's name. Watched folders ignore it.
    package static let name = Array(".upright".utf8)

    private static let text = """
        upright created this file. It shows that this folder's volume is mounted: if it is missing, upright pauses the folder
        and writes nothing. Leave it here. If you have emptied the folder and want to use it again, create an empty file with
        this name.

        """

    package static func exists(in folder: OpenFolder) throws(FileError) -> Bool {
        try folder.statusIfPresent(of: RawPath(bytes: name)) != nil
    }

    /// Marks a folder, durably. An existing mark is left alone.
    package static func make(in folder: OpenFolder) throws(FileError) {
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
            // Remove a mark that may not be durable: the next use of the folder creates it again.
            try folder.remove(name)
            throw error
        }
    }
}

extension OpenFolder {
    /// Opens a folder that was marked before.
    ///
    /// - Throws: `FileError`; if the folder or its mark is missing, ``FileError/isMissingMark`` is true.
    package static func marked(_ path: RawPath) throws(FileError) -> OpenFolder {
        let folder: OpenFolder
        do { folder = try OpenFolder(path) } catch {
            throw error.isAbsence ? FileError(.open, path, .missingMark) : error
        }
        guard try FolderMark.exists(in: folder) else { throw FileError(.open, path, .missingMark) }
        return folder
    }

    /// Checks whether this process may create names in the folder.
    ///
    /// - Throws: `FileError` with the system's reason if it may not: permissions, or a read-only mount.
    package func checkWritable() throws(FileError) {
        guard faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else { throw FileError(.create, path) }
    }
}

extension FileError {
    /// Whether a folder that was used before has lost its mark: its volume is not mounted.
    package var isMissingMark: Bool { condition == .missingMark }

    /// Whether the process or the machine lacks descriptors or memory, regardless of the call.
    package var isShortage: Bool { code.map { [EMFILE, ENFILE, ENOMEM].contains($0) } ?? false }

    /// Whether a device fails, or a server does not answer: the file itself may be sound.
    package var isOfDevice: Bool {
        code.map { Self.deviceCodes.contains($0) } ?? [.replaced, .endsEarly].contains(condition)
    }

    /// Whether this error makes a whole folder unusable, not only one of its files: permissions, a read-only mount, a
    /// device or server that does not answer.
    package var isOfFolder: Bool {
        isOfDevice || code.map { [EACCES, EPERM, EROFS, EBUSY, ENOLCK, EAGAIN].contains($0) } ?? false
    }

    private static let deviceCodes: Set<CInt> = [
        EIO, ESTALE, ENODEV, ENXIO, ENOTCONN, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENETRESET, ENONET,
        ENOLINK, ETIMEDOUT, ESHUTDOWN, ECONNABORTED, ECONNREFUSED, ECONNRESET, EREMOTEIO, EUCLEAN, EBADMSG, EPROTO,
        ECOMM,
        ENOMEDIUM, EMEDIUMTYPE, ENOKEY, EKEYEXPIRED, EKEYREVOKED, EKEYREJECTED,
    ]
}
