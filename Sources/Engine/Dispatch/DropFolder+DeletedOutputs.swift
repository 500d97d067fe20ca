internal import UprightConfiguration
internal import UprightFiles

/// Outputs that users delete (`deleted-outputs: respect`).
extension DropFolder {
    /// What the journal notes of an output that was deleted.
    package static let deletion =
        PictureRecord.deletion + " (deleted-outputs: respect); reprocess --force makes it again"

    /// Whether the output of a record was deleted, and stays so: it is gone from the output folder, which is there, and the original
    /// is kept. Before an original may leave, its output must exist.
    func respectsDeletion(of record: PictureRecord) -> Bool {
        guard configuration.deletedOutputs == .respect, configuration.originals(isOther: record.isOther) == .keep,
            let path = record.output, path.relative(to: output) != nil, FileStore.isFolder(output)
        else { return false }
        do throws(FileError) { _ = try FileStore.ownStatus(of: path) } catch { return error.isAbsence }
        return false
    }
}
