internal import UprightConfiguration
package import UprightFiles
internal import UprightJournal

extension Dispatcher {
    /// Whether files are done with and have not changed since, and their outputs stand. What cannot be told is taken as
    /// not known: it is looked at more closely then.
    package func known(_ files: [(path: RawPath, status: FileStatus)], in folder: DropFolder) async -> [Bool] {
        guard let journal else { return files.map { _ in false } }
        let records: [PictureRecord?]
        do { records = try await journal.records(of: files.map { folder.source.appending($0.path) }) } catch {
            return files.map { _ in false }
        }
        let keepsOriginals = folder.configuration.originals == .keep
        return await offTheCooperativePool {
            zip(files, records).map { file, record in
                if record?.state == .held { return true }
                guard let record, record.state == .finished, record.status.isSameContent(as: file.status) else {
                    return false
                }
                if record.outcome == "rejected" { return record.status.changed == file.status.changed }
                guard record.isDelivered else { return true }
                // An original that was to be moved or deleted, and is still there, has its turn once more.
                return keepsOriginals && Self.outputStands(record)
            }
        }
    }

    static func outputStands(_ record: PictureRecord) -> Bool {
        guard let output = record.output else { return true }
        do {
            let status = try OpenFolder(output.parent).status(of: RawPath(bytes: output.name))
            return status.kind == .regular && status.size == record.outputSize
        } catch { return false }
    }
}
