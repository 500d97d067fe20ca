internal import CUprightLinux
internal import Glibc

extension OpenFolder {
    /// A name in a folder.
    package struct Entry: Sendable, Hashable {
        /// The name's bytes.
        package let name: [UInt8]
        /// The kind of the file; nil if the file system does not list kinds.
        package let kind: FileStatus.Kind?

        /// Reads an entry that `readdir` has returned. It is shorter than `dirent` says: only the part that the name needs
        /// exists, and what follows may not be memory, so the entry must not be copied as a whole.
        package init(reading entry: UnsafeRawPointer) {
            let start = upright_entry_name(entry)
            name = start.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
            kind = OpenFolder.kind(upright_entry_type(entry))
        }
    }

    /// Returns the names in the folder, without `.` and `..`, in the file system's order.
    package func entries() throws(FileError) -> [Entry] {
        try entries(where: { _ in true }, atMost: .max)
    }

    /// Returns up to `limit` of the names that `isWanted` accepts, in the file system's order.
    package func entries(where isWanted: ([UInt8]) -> Bool, atMost limit: Int) throws(FileError) -> [Entry] {
        var entries: [Entry] = []
        guard limit > 0 else { return entries }
        try list { entry in
            if isWanted(entry.name) { entries.append(entry) }
            return entries.count < limit
        }
        return entries
    }

    /// Calls a closure with each name in the folder, without `.` and `..`, until it returns false.
    func list(_ take: (Entry) -> Bool) throws(FileError) {
        let copy = DescriptorRoom.leavingReserve(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard copy >= 0 else { throw FileError(.list, path) }
        guard let stream = fdopendir(copy) else {
            let error = FileError(.list, path)
            close(copy)
            throw error
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw FileError(.list, path) }
                return
            }
            let found = Entry(reading: entry)
            if found.name == [0x2E] || found.name == [0x2E, 0x2E] { continue }
            guard take(found) else { return }
        }
    }

    private static func kind(_ type: UInt8) -> FileStatus.Kind? {
        switch Int(type) {
        case DT_REG: .regular
        case DT_DIR: .folder
        case DT_LNK: .symbolicLink
        case DT_FIFO: .fifo
        case DT_SOCK: .socket
        case DT_CHR, DT_BLK: .device
        default: nil
        }
    }

    /// Returns the space that an unprivileged process can still use: bytes and inodes.
    package func freeSpace() throws(FileError) -> (bytes: UInt64, inodes: UInt64) {
        var bytes: UInt64 = 0
        var inodes: UInt64 = 0
        guard upright_free_space(descriptor, &bytes, &inodes) == 0 else { throw FileError(.inspect, path) }
        return (bytes, inodes)
    }

    /// Returns the type of the folder's file system.
    package func fileSystemType() throws(FileError) -> FileSystemType {
        let magic = upright_file_system_type(descriptor)
        guard magic >= 0 else { throw FileError(.inspect, path) }
        return FileSystemType(rawValue: UInt32(truncatingIfNeeded: magic))
    }
}
