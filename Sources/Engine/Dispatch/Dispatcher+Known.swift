internal import UprightConfiguration
package import UprightFiles
internal import UprightJournal

extension Dispatcher {
    /// Returns, for each file, whether it is done, has not changed since, and its output still exists. False if that
    /// cannot be determined: the file is then examined more closely.
    package func known(_ files: [(path: RawPath, status: FileStatus)], in folder: DropFolder) async -> [Bool] {
        guard let journal else { return files.map { _ in false } }
        let records: [PictureRecord?]
        do { records = try await journal.records(of: files.map { folder.source.appending($0.path) }) } catch {
            return files.map { _ in false }
        }
        let configuration = folder.configuration
        return await offTheCooperativePool {
            zip(files, records).map { file, record in
                if record?.state == .held { return true }
                guard let record, record.state == .finished, record.status.isSameContent(as: file.status) else {
                    return false
                }
                if record.outcome == "rejected" { return record.status.changed == file.status.changed }
                guard record.isDelivered else { return true }
                // An original that should have been moved or deleted and is still there is tried again, unless the journal
                // has recorded when, or why it stays.
                let isNoted =
                    record.original != .none && (record.original != .kept || Self.stays(record, configuration))
                return (configuration.originals == .keep || isNoted) && Self.outputExists(record)
            }
        }
    }

    /// Whether the configuration still keeps an original that was kept.
    private static func stays(_ record: PictureRecord, _ configuration: FolderConfiguration) -> Bool {
        record.isIncomplete || record.needsOriginal && !configuration.alwaysRetires
    }

    static func outputExists(_ record: PictureRecord) -> Bool {
        guard let output = record.output else { return true }
        do {
            let status = try OpenFolder(output.parent).status(of: RawPath(bytes: output.name))
            return status.kind == .regular && status.size == record.outputSize
        } catch { return false }
    }
}
