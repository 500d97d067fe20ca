internal import UprightConfiguration
package import UprightFiles
internal import UprightJournal

extension Dispatcher {
    /// Returns, for each file, whether it is done, has not changed since, and its output still exists. False if that
    /// cannot be determined: the file is then examined more closely.
    package func known(_ files: [(path: RawPath, status: FileStatus)], in folder: DropFolder) async -> [Bool] {
        guard let journal else { return files.map { _ in false } }
        let records: [PictureRecord?]
        var looseCompanions: Set<RawPath> = []
        do throws(JournalError) {
            records = try await journal.records(of: files.map { folder.source.appending($0.path) })
            if folder.configuration.companions {
                looseCompanions = try await self.looseCompanions(records.compactMap(\.self), journal)
            }
        } catch {
            return files.map { _ in false }
        }
        let configuration = folder.configuration
        let loose = looseCompanions
        return await offTheCooperativePool {
            zip(files, records).map { file, record in
                if record?.state == .held { return true }
                guard let record, record.state == .finished, record.status.isSameContent(as: file.status) else {
                    return false
                }
                if record.outcome == "rejected" { return record.status.changed == file.status.changed }
                guard record.isDelivered else { return !loose.contains(record.source) }
                // An original that should have been moved or deleted and is still there is tried again, unless the journal
                // has recorded when, or why it stays.
                let isNoted =
                    record.original != .none && (record.original != .kept || Self.stays(record, configuration))
                return (configuration.originals == .keep || isNoted) && record.hasOutput
            }
        }
    }

    /// Returns the companions that had no picture and may have one now: a file that can be their picture was delivered.
    private func looseCompanions(
        _ records: [PictureRecord], _ journal: Journal
    ) async throws(JournalError) -> Set<RawPath> {
        var loose: Set<RawPath> = []
        for record in records
        where record.state == .finished && record.outcome == "ignored" && record.picture == nil
            && CompanionNames.isCompanion(record.source.name)
        {
            let folder = record.source.parent
            let pictures = CompanionNames.pictures(of: record.source.name).map { folder.appending(name: $0) }
            let known = try await journal.records(of: pictures)
            if known.contains(where: { $0?.isDelivered == true }) { loose.insert(record.source) }
        }
        return loose
    }

    /// Whether the configuration still keeps an original that was kept.
    private static func stays(_ record: PictureRecord, _ configuration: FolderConfiguration) -> Bool {
        record.isIncomplete || record.needsOriginal && !configuration.alwaysRetires
    }
}
