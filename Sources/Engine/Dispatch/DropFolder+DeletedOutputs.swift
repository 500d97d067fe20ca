internal import UprightConfiguration
package import UprightFiles

/// Outputs that users delete (`deleted-outputs: respect`).
extension DropFolder {
    /// What the journal notes of an output that was deleted.
    package static let deletion =
        PictureRecord.deletion + " (deleted-outputs: respect); reprocess --force makes it again"

    /// Whether the output of a record was deleted, and stays so: it is gone from the output folder, which is there, and the original
    /// is kept. Before an original may leave, its output must exist.
    ///
    /// A folder whose mark is younger than the delivery is a new one: a disk was replaced, or the folder is used anew.
    package func respectsDeletion(of record: PictureRecord) -> Bool {
        respectsDeletion(of: record.output, finished: record.finished, isOther: record.isOther)
    }

    /// The same, of a row that a scan has read.
    func respectsDeletion(of row: KnownSource) -> Bool {
        respectsDeletion(of: row.output, finished: row.finished, isOther: row.isOther)
    }

    private func respectsDeletion(of path: RawPath?, finished: Int64?, isOther: Bool) -> Bool {
        guard configuration.deletedOutputs == .respect, configuration.originals(isOther: isOther) == .keep,
            let path, path.relative(to: output) != nil, FileStore.isFolder(output)
        else { return false }
        do throws(FileError) {
            let marked = try FileStore.ownStatus(of: output.appending(name: FolderMark.name)).modified / 1_000_000
            if let finished, marked > finished { return false }
        } catch {
            guard error.isAbsence else { return false }
        }
        do throws(FileError) { _ = try FileStore.ownStatus(of: path) } catch { return error.isAbsence }
        return false
    }
}
