internal import Glibc

extension OpenFolder {
    /// The folder's rights.
    package var rights: FileRights {
        get throws(FileError) { try FileRights(of: handle) }
    }

    /// The rights of each of the folders on the way to one below this one.
    package func rights(along relative: RawPath) throws(FileError) -> [FileRights] {
        var folder = self
        var rights: [FileRights] = []
        for name in relative.components {
            folder = try folder.folder(RawPath(bytes: name))
            rights.append(try folder.rights)
        }
        return rights
    }

    /// Whether a new file or folder in this one has rights as soon as it is created, without having to be given them.
    func gives(_ rights: NewRights) throws(FileError) -> Bool {
        switch rights {
        case .usual: true
        case .following: try handle.attribute(AccessList.defaultAttribute) != nil
        case .exactly: false
        }
    }

    /// Whether new files in the folder are of its group (its set-group-ID bit).
    var keepsGroup: Bool {
        get throws(FileError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw FileError(.inspect, path) }
            return status.st_mode & S_ISGID != 0
        }
    }
}
