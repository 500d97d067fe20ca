package import UprightFiles
internal import UprightRewriting
internal import UprightConfiguration

extension Dispatcher {
    /// Returns, for each file, whether it is done, has not changed since, and its output still exists. False if that
    /// cannot be determined: the file is then examined more closely.
    package func known(_ files: [(path: RawPath, status: FileStatus)], in folder: DropFolder) async -> [Bool] {
        guard let journal else { return files.map { _ in false } }
        let sources = files.map { folder.source.appending($0.path) }
        let configuration = folder.configuration
        let rows: [KnownSource?]
        var loose: Set<RawPath> = []
        do throws(JournalError) {
            rows = try await journal.known(sources)
            if configuration.companions { loose = try await looseCompanions(zip(sources, rows), journal) }
        } catch {
            return files.map { _ in false }
        }
        let looseCompanions = loose
        return await offTheCooperativePool {
            files.indices.map { index in
                guard let row = rows[index] else { return false }
                if row.state == .held { return true }
                guard row.isFinished(files[index].status) else { return false }
                if row.outcome == .rejected { return row.status.changed == files[index].status.changed }
                guard row.isDelivered else {
                    return !row.isLeft(in: configuration) && !looseCompanions.contains(sources[index])
                }
                // An original that should have been moved or deleted and is still there is tried again, unless the journal
                // has recorded when, or why it stays.
                let isNoted = row.original != .none && (row.original != .kept || Self.stays(row, configuration))
                return (configuration.originals(isOther: row.isOther) == .keep || isNoted)
                    && (row.hasOutput || row.isDeleted && folder.respectsDeletion(of: row))
            }
        }
    }

    /// Returns what a run would find of companions and not work on, after all pictures have a result: those that have not changed
    /// since they were delivered with a picture, and those that belong to none that was delivered and were left or passed on.
    func finishedCompanions(
        _ companions: [(source: RawPath, status: FileStatus)], in folder: DropFolder
    ) async throws(JournalError) -> [KnownSource?] {
        guard let journal else { return companions.map { _ in nil } }
        let configuration = folder.configuration
        let stay = engine.leavesCompanions
        let rows = try await journal.known(companions.map(\.source))
        let loose = try await looseCompanions(zip(companions.map(\.source), rows), journal, passed: true)
        return await offTheCooperativePool {
            zip(companions, rows).map { companion, row in
                guard let row, row.isFinished(companion.status), !loose.contains(companion.source) else { return nil }
                guard row.isDelivered else {
                    let isLeft = row.outcome == .ignored && row.isOther && !row.hasPicture
                    return isLeft && !row.isLeft(in: configuration) ? row : nil
                }
                let isKept = configuration.originals(isOther: row.isOther) == .keep && !stay
                let isThere = row.hasOutput || folder.respectsDeletion(of: row)
                return isKept && (row.hasPicture || row.outcome == .passed) && isThere ? row : nil
            }
        }
    }

    /// Returns, for each candidate, what a run would find and not work on: it was delivered, or is ignored, and has not
    /// changed since; otherwise nil. A run leaves nothing else alone.
    func finished(_ candidates: [Candidate], in folder: DropFolder) async throws(JournalError) -> [KnownSource?] {
        guard let journal else { return candidates.map { _ in nil } }
        let rows = try await journal.known(candidates.map(\.job.source))
        return await offTheCooperativePool {
            zip(candidates, rows).map { candidate, row in
                guard let row, row.isFinished(candidate.status), row.outcome != .rejected else { return nil }
                guard row.isDelivered else { return row.isLeft(in: folder.configuration) ? nil : row }
                return folder.configuration.originals(isOther: row.isOther) == .keep && row.hasOutput ? row : nil
            }
        }
    }

    /// Returns the companions that had no picture and may have one now: a file that can be their picture was delivered.
    ///
    /// - Parameter passed: whether those that were passed on by themselves count, too. A film with an identifier keeps its place.
    private func looseCompanions(
        _ files: some Sequence<(RawPath, KnownSource?)>, _ journal: Journal, passed: Bool = false
    ) async throws(JournalError) -> Set<RawPath> {
        var (companions, stems): ([RawPath], [RawPath]) = ([], [])
        var identified: [RawPath] = []
        for (source, row) in files {
            guard let row, row.state == .finished, row.outcome == .ignored || passed && row.outcome == .passed,
                !row.hasPicture, ShotTable.kind(of: source.name) != nil
            else { continue }
            if row.hasIdentifier, row.outcome == .ignored { identified.append(source) }
            for folder in [source.parent] + source.parent.pictureFolders {
                for stem in ShotTable.pictureStems(of: source.name) {
                    companions.append(source)
                    stems.append(folder.appending(name: stem))
                }
            }
        }
        var loose = identified.isEmpty ? [] : try await journal.films(withPictures: identified)
        guard !stems.isEmpty else { return loose }
        for (companion, pictures) in zip(
            companions, try await journal.sources(beginningWith: stems, ofDeliveredPictures: true))
        {
            let name = companion.name
            if pictures.contains(where: { ShotTable.member(name, of: $0.name, output: $0.name) != nil }) {
                loose.insert(companion)
            }
        }
        return loose
    }

    /// Whether the configuration still keeps an original that was kept.
    private static func stays(_ row: KnownSource, _ configuration: FolderConfiguration) -> Bool {
        row.isIncomplete || row.needsOriginal && !configuration.alwaysRetires
    }
}

extension KnownSource {
    /// Whether the work on the file has ended, and the file has not changed since.
    fileprivate func isFinished(_ status: FileStatus) -> Bool {
        state == .finished && self.status.isSameContent(as: status)
    }

    /// Whether the file was left because of its type, and is passed on by now.
    fileprivate func isLeft(in configuration: FolderConfiguration) -> Bool {
        isOther && outcome == .ignored && configuration.others != .leave
    }

    /// Whether the delivered output still exists with its size.
    fileprivate var hasOutput: Bool {
        PictureRecord.exists(output, size: outputSize)
            && copies.allSatisfy { PictureRecord.exists($0.output, size: $0.bytes) }
    }
}
