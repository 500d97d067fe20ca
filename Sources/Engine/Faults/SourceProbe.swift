internal import Glibc
package import UprightFiles

/// Reads files of a drop folder from its device, to find out whether a read that failed is one file's own failure or the
/// folder's: a bad sector affects one file, a device or server that fails affects all.
package struct SourceProbe: Sendable {
    /// Reads some bytes of a file.
    package typealias Read = @Sendable (OpenFile) throws(FileError) -> Void

    let folder: DropFolder
    let read: Read

    /// Creates a probe.
    ///
    /// - Parameter read: reads a file; nil to read from the device.
    package init(_ folder: DropFolder, reading read: Read? = nil) {
        self.folder = folder
        self.read = read ?? Self.readFromDevice
    }

    /// The number of files that are read before the folder counts as failed.
    private static let maximumFiles = 8
    /// The number of folders that are listed, and of their names that are looked at.
    private static let maximumFolders = 16
    private static let maximumNames = 256

    /// What the files of a folder show.
    private enum Finding {
        case readable
        case unreadable(FileError)
        /// There is no other file.
        case nothing
    }

    /// Returns the error that shows that the folder cannot be read; nil if a file in it can be read, or if nothing shows
    /// that none can. Blocks.
    ///
    /// - Parameter failed: a file whose read has failed, relative to the drop folder: it shows nothing of the others.
    package func failure(besides failed: RawPath? = nil) -> FileError? {
        do throws(FileError) {
            let root = try folder.openSource()
            switch try find(in: root, besides: failed) {
            case .readable: return nil
            case .unreadable(let error): return error
            // The mark has content, too.
            case .nothing: return error(of: FolderMark.name, in: root)
            }
        } catch {
            return error.isAbsence ? nil : error
        }
    }

    private func find(in root: OpenFolder, besides failed: RawPath?) throws(FileError) -> Finding {
        var errors: [FileError] = []
        var folders = [RawPath("")]
        if let parent = failed?.parent, !parent.isEmpty { folders.insert(parent, at: 0) }
        var index = 0
        while index < folders.count, errors.count < Self.maximumFiles {
            let folder = folders[index]
            index += 1
            do throws(FileError) {
                let opened = try root.folder(folder)
                let entries = try opened.entries(
                    where: { $0 != FolderMark.name && !HiddenName.isHidden($0) }, atMost: Self.maximumNames)
                for entry in entries where errors.count < Self.maximumFiles {
                    let path = folder.appending(name: entry.name)
                    if entry.kind == .folder {
                        if folders.count < Self.maximumFolders, !folders.contains(path) { folders.append(path) }
                    } else if path != failed, isReadable(RawPath(bytes: entry.name), in: opened, &errors) {
                        return .readable
                    }
                }
            } catch {
                if folder.isEmpty { throw error }
                if error.isOfDevice { errors.append(error) }
            }
        }
        return errors.last.map { .unreadable($0) } ?? .nothing
    }

    /// Whether a file can be read. An empty file is not on the device; one without permissions, or one that is gone, shows
    /// nothing.
    private func isReadable(
        _ name: RawPath, in folder: OpenFolder, _ errors: inout [FileError]
    ) -> Bool {
        do throws(FileError) {
            let status = try folder.status(of: name)
            guard status.kind == .regular, status.size > 0 else { return false }
            try read(folder.file(name))
            return true
        } catch {
            if error.isOfDevice { errors.append(error) }
            return false
        }
    }

    private func error(of name: [UInt8], in root: OpenFolder) -> FileError? {
        do throws(FileError) {
            try read(root.file(RawPath(bytes: name)))
            return nil
        } catch {
            return error.isOfDevice ? error : nil
        }
    }

    /// Reads the beginning of a file, and not from the kernel's cache, which outlives the device.
    private static let readFromDevice: Read = { (file) throws(FileError) in
        // If the pages cannot be dropped, the read shows less.
        _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
        _ = try file.read(4_096, at: 0)
    }
}
