internal import Glibc

/// Whose a file is, and who may read it, write it, or enter it as a folder.
package struct FileRights: Sendable, Hashable {
    /// The user's id.
    let owner: uid_t
    /// The group's id.
    let group: gid_t
    /// The permission bits of owner, group and others. Those of the group are what its members may, which the mode does not say
    /// of a file with an access control list.
    private(set) var bits: mode_t

    /// Reads the rights of an open file or folder.
    package init(of file: OpenFile) throws(FileError) {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw FileError(.inspect, file.path) }
        (owner, group, bits) = (status.st_uid, status.st_gid, status.st_mode & 0o777)
        if bits & 0o070 != 0, let list = try file.accessList { bits = bits & 0o707 | list.group << 3 }
    }

    /// Whether others than the owner may read the file.
    package var areShared: Bool { bits & 0o044 != 0 }

    /// Takes the rights away from those who cannot reach the file, because a folder keeps them out.
    ///
    /// - Parameters:
    ///   - kept: the rights of the folders that the file is in.
    ///   - others: those of the folders that a copy of it is in. Whom they keep out as well needs no right taken away.
    package mutating func narrow(to kept: [FileRights], unlessIn others: [FileRights]) {
        for (read, enter) in [(mode_t(0o070), mode_t(0o010)), (0o007, 0o001)] {
            func isPassed(_ folder: FileRights) -> Bool {
                // To members of the file's group, a folder of another group is one of others.
                folder.bits & (folder.group == group ? enter : 0o001) != 0
            }
            if !kept.allSatisfy(isPassed), others.allSatisfy(isPassed) { bits &= ~read }
        }
    }

    /// The mode that gives nobody more than these rights do.
    ///
    /// - Parameters:
    ///   - group: the group of the file that gets the mode.
    ///   - umask: the process's; it takes from groups and others what they cannot read.
    func mode(inGroup group: gid_t, isFolder: Bool, umask: mode_t) -> mode_t {
        var mode = bits & 0o775
        if group != self.group {
            // Who is in a group is not known: its members may what both members and others may.
            let common = bits >> 3 & bits & 0o005
            mode = mode & 0o700 | common << 3 | common
        }
        for mask in [mode_t(0o070), 0o007] where umask & mask & 0o044 != 0 { mode &= ~mask }
        return isFolder ? mode | 0o700 : mode & 0o666 | 0o400
    }
}

/// What the rights of a new file or folder are.
package enum NewRights: Sendable, Hashable {
    /// All, less the process's umask; or those of the folder's default access control list.
    case usual
    /// Those of a source, so that nobody can read the new file who cannot read that. The folder's default access control list,
    /// if it has one, comes first.
    case following(FileRights)
    /// These bits. Who may read a folder may enter it.
    case exactly(Int)
}
