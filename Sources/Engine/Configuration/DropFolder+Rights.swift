package import UprightConfiguration
package import UprightFiles

/// The rights of what is written: those of the source, or what the configuration says (`mode`).
extension DropFolder {
    /// Opens a folder that is written to, and creates it if it is missing, with the rights of the source folder.
    package static func creating(
        _ path: RawPath, like source: RawPath, _ configuration: FolderConfiguration
    ) throws(FileError) -> OpenFolder {
        do { return try OpenFolder(path) } catch { guard error.isAbsence else { throw error } }
        return try OpenFolder.creating(path, rights: rights(like: source, RawPath(""), configuration))
    }

    /// The rights of a new folder: those of the folder with the same path below the source folder, if there is one.
    static func rights(
        like source: RawPath, _ relative: RawPath, _ configuration: FolderConfiguration
    ) throws(FileError) -> NewRights {
        if let mode = configuration.mode { return .exactly(mode) }
        do { return .following(try OpenFolder(source).folder(relative).rights) } catch {
            guard error.isAbsence || error.isSymbolicLink else { throw error }
            return .usual
        }
    }

    /// The rights of an output, so that nobody can read it who cannot read its source.
    ///
    /// - Parameters:
    ///   - file: the source.
    ///   - parent: its folder below the source folder, which may keep some users out.
    ///   - root: the folder that is written to.
    ///   - folder: the output's folder below that.
    func rights(of file: OpenFile, in parent: RawPath, at root: RawPath, _ folder: RawPath) throws(FileError)
        -> NewRights
    {
        if let mode = configuration.mode { return .exactly(mode) }
        var rights = try FileRights(of: file)
        if rights.areShared, !parent.isEmpty {
            try rights.narrow(to: openSource().rights(along: parent), unlessIn: open(root).rights(along: folder))
        }
        return .following(rights)
    }
}
