internal import UprightConfiguration
package import UprightFiles

/// What is due for a file that has not changed since the work on it ended.
enum Due {
    case nothing
    /// Its output was deleted, and stays away; the journal is to note that.
    case note
    /// Its original is to be moved or deleted.
    case departure
    /// Its output is gone or is not what was delivered, or the file was left and is passed on by now.
    case work
}

extension DropFolder {
    /// What the journal notes of an output that was deleted.
    package static let deletion =
        PictureRecord.deletion + " (deleted-outputs: respect); reprocess --force makes it again"

    /// What is due for a file by its row. Blocks.
    func due(_ row: PictureRecord) -> Due {
        guard row.isDelivered else { return row.isUnsupported && configuration.others != .leave ? .work : .nothing }
        if !row.hasOutput { return !respectsDeletion(of: row) ? .work : row.isDeletionNoted ? .nothing : .note }
        return retires(row) ? .departure : .nothing
    }

    /// Whether the output of a row was deleted, and stays so (`deleted-outputs: respect`): it is gone from the output folder, which
    /// is there, and the original is kept. Before an original may leave, its output must exist.
    ///
    /// A folder whose mark is younger than the delivery is a new one: a disk was replaced, or the folder is used anew.
    package func respectsDeletion(of row: PictureRecord) -> Bool {
        guard configuration.deletedOutputs == .respect, !retires(row), let path = row.output,
            path.relative(to: output) != nil, FileStore.isFolder(output)
        else { return false }
        do throws(FileError) {
            let marked = try FileStore.ownStatus(of: output.appending(name: FolderMark.name)).modified / 1_000_000
            if let finished = row.finished, marked > finished { return false }
        } catch {
            guard error.isAbsence else { return false }
        }
        do throws(FileError) { _ = try FileStore.ownStatus(of: path) } catch { return error.isAbsence }
        return false
    }
}

extension PictureRecord {
    /// Whether the delivered output still exists with its size, and so do the further ones.
    var hasOutput: Bool {
        Self.exists(output, size: outputSize) && copies.allSatisfy { Self.exists($0.output, size: $0.bytes) }
    }

    /// Whether an output exists with its size; true if there is none to exist.
    static func exists(_ output: RawPath?, size: Int?) -> Bool {
        guard let output else { return true }
        do throws(FileError) {
            let status = try FileStore.ownStatus(of: output)
            return status.kind == .regular && status.size == size
        } catch { return false }
    }
}
