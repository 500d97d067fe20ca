internal import UprightConfiguration
internal import UprightFiles

/// The names of a shot's files in the folder that originals are moved to, and in that of rejected files.
enum OriginalName {
    /// Returns the name of a file of a shot with a number: `a-2.nef` for the second `a.nef` beside `a.jpg`.
    static func of(_ name: [UInt8], beside lead: [UInt8], _ number: Int) -> [UInt8] {
        guard name != lead, number > 1 else { return NumberedName.of(name, number) }
        return ShotTable.member(name, of: lead, output: NumberedName.of(lead, number))?.output
            ?? NumberedName.of(name, number)
    }
}

extension OpenFolder {
    /// What has a name in a folder that originals or rejected files are brought to.
    ///
    /// - Parameter sha256: the digest of the file that is to get the name.
    func taken(_ name: [UInt8], by sha256: [UInt8]) throws(FileError) -> OutputNaming.Taken {
        guard let status = try statusIfPresent(of: RawPath(bytes: name)) else { return .free }
        guard status.kind == .regular else { return .another }
        return try file(RawPath(bytes: name)).contentDigest().sha256 == sha256 ? .same : .another
    }
}

extension PictureJob {
    /// Whether the original can have a name in the folder that originals are moved to: no file has it, or one with its bytes.
    func isFree(original name: [UInt8], _ sha256: [UInt8]) throws(FileError) -> Bool {
        guard let root = folder.configuration.originalsFolder else { return true }
        do throws(FileError) {
            let target = try folder.open(RawPath(root)).folder(relative.parent)
            return try target.taken(target.accepted(name, isTried: false), by: sha256) != .another
        } catch {
            // The folder is made when the first original is moved there.
            guard error.isAbsence else { throw error }
            return true
        }
    }
}
