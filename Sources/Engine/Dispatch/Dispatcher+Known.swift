package import UprightFiles
internal import UprightRewriting
internal import UprightConfiguration

extension Dispatcher {
    /// Returns, for each file, whether it is done, has not changed since, and its output still exists. False if that
    /// cannot be determined: the file is then examined more closely.
    package func known(_ files: [(path: RawPath, status: FileStatus)], in folder: DropFolder) async -> [Bool] {
        guard let journal else { return files.map { _ in false } }
        let sources = files.map { folder.source.appending($0.path) }
        let rows: [PictureRecord?]
        let loose: Set<RawPath>
        do throws(JournalError) {
            rows = try await journal.known(sources)
            loose = folder.configuration.companions ? try await looseCompanions(zip(sources, rows), journal) : []
        } catch {
            return files.map { _ in false }
        }
        return await offTheCooperativePool {
            files.indices.map { index in
                guard let row = rows[index] else { return false }
                if row.state == .held { return true }
                guard row.isFinished(files[index].status) else { return false }
                if row.outcome == .rejected { return row.status.changed == files[index].status.changed }
                return switch folder.due(row) {
                case .nothing: row.isDelivered || !loose.contains(sources[index])
                // An original that should have been moved or deleted and is still there is tried again, unless the journal has
                // recorded when, or why it stays.
                case .departure:
                    row.original != .none
                        && (row.original != .kept || Retirement.reasonToStay(row, folder.configuration) != nil)
                case .note, .work: false
                }
            }
        }
    }

    /// Returns, for each file, its row if a run would find it and not work on it: it was delivered, or is ignored, and has not
    /// changed since; otherwise nil. A run leaves nothing else alone.
    ///
    /// - Parameter areMembers: whether they are members, after all pictures have a result: those that were delivered with a picture
    ///   are done, and those that belong to none that was delivered and were left or passed on.
    func finished(
        _ files: [(source: RawPath, status: FileStatus)], in folder: DropFolder, areMembers: Bool
    ) async throws(JournalError) -> [PictureRecord?] {
        guard let journal else { return files.map { _ in nil } }
        let rows = try await journal.known(files.map(\.source))
        let loose = areMembers ? try await looseCompanions(zip(files.map(\.source), rows), journal, passed: true) : []
        let stay = engine.leavesCompanions
        return await offTheCooperativePool {
            zip(files, rows).map { file, row in
                guard let row, row.isFinished(file.status), row.outcome != .rejected, !loose.contains(file.source),
                    folder.due(row) == .nothing
                else { return nil }
                let isOwn =
                    row.isDelivered
                    ? !stay && (row.picture != nil || row.outcome == .passed)
                    : row.outcome == .ignored && row.isUnsupported && row.picture == nil
                return isOwn || !areMembers ? row : nil
            }
        }
    }

    /// Returns the companions that had no picture and may have one now: a file that can be their picture was delivered.
    ///
    /// - Parameter passed: whether those that were passed on by themselves count, too. A video with an identifier keeps its place.
    private func looseCompanions(
        _ files: some Sequence<(RawPath, PictureRecord?)>, _ journal: Journal, passed: Bool = false
    ) async throws(JournalError) -> Set<RawPath> {
        var (companions, stems): ([RawPath], [RawPath]) = ([], [])
        var identified: [RawPath] = []
        for (source, row) in files {
            guard let row, row.state == .finished, row.outcome == .ignored || passed && row.outcome == .passed,
                row.picture == nil, ShotTable.kind(of: source.name) != nil
            else { continue }
            if row.contentIdentifier != nil, row.outcome == .ignored { identified.append(source) }
            for folder in [source.parent] + source.parent.pictureFolders {
                for stem in ShotTable.pictureStems(of: source.name) {
                    companions.append(source)
                    stems.append(folder.appending(name: stem))
                }
            }
        }
        var loose = identified.isEmpty ? [] : try await journal.videos(withPictures: identified)
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
}
