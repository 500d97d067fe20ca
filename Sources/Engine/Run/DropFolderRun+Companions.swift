internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting
internal import UprightBase

extension DropFolderRun.Runner {
    private static let page = 500

    /// Works on the companions that were not delivered with a picture of this run. All pictures have a result by now.
    func workThroughCompanions() async throws {
        let companions = await progress.companions
        // Those whose picture is known come first.
        let ordered =
            companions.indices.filter { companions[$0].picture != nil }
            + companions.indices.filter { companions[$0].picture == nil }
        // A raw file or a video without a picture leads its sidecars.
        let leads = ordered.filter { ShotTable.leadsWithoutPicture(companions[$0].relative.name) }
        let others = ordered.filter { !ShotTable.leadsWithoutPicture(companions[$0].relative.name) }
        for part in [leads, others] { try await workThrough(part.map { companions[$0] }) }
        for start in stride(from: 0, to: companions.count, by: Self.page) {
            try await retireShared(Array(companions[start..<min(start + Self.page, companions.count)]))
        }
    }

    /// Moves or deletes the originals of companions that stayed for another picture of theirs, which may have left since.
    private func retireShared(_ page: [PutOffCompanion]) async throws {
        guard let journal = dispatcher.journal, !dispatcher.engine.isDryRun else { return }
        let page = page.filter { $0.folder.value.configuration.retiresOriginals }
        for (companion, row) in zip(page, try await journal.records(of: page.map(\.source))) {
            guard let row, row.isDelivered, row.original == .waiting else { continue }
            try Task.checkCancellation()
            let job = PictureJob(folder: companion.folder.value, relative: companion.relative, previous: row)
            _ = try await dispatcher.retire(job)
        }
    }

    private func workThrough(_ companions: [PutOffCompanion]) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for start in stride(from: 0, to: companions.count, by: Self.page) {
                let page = Array(companions[start..<min(start + Self.page, companions.count)])
                for companion in try await unfinished(page) {
                    try Task.checkCancellation()
                    await outstanding.acquire()
                    group.addTask {
                        do { try await work(on: companion) } catch {
                            outstanding.release()
                            throw error
                        }
                        outstanding.release()
                    }
                }
            }
        }
    }

    /// Counts the companions that are done, and returns the others.
    private func unfinished(_ page: [PutOffCompanion]) async throws -> [PutOffCompanion] {
        var rest: [PutOffCompanion] = []
        for companion in page where await !progress.isReported(companion.source) { rest.append(companion) }
        var unfinished: [PutOffCompanion] = []
        for (_, part) in Dictionary(grouping: rest, by: { ObjectIdentifier($0.folder) }) {
            unfinished += try await self.unfinished(part, in: part[0].folder.value, areMembers: true) {
                ($0.source, $0.status)
            }
        }
        return unfinished
    }

    private func work(on companion: PutOffCompanion) async throws {
        let (folder, relative) = (companion.folder.value, companion.relative)
        guard await !progress.isReported(companion.source) else { return }
        let job = PictureJob(folder: folder, relative: relative)
        let picture = dispatcher.journal == nil || dispatcher.engine.isDryRun ? companion.picture?.value : nil
        var result = try await dispatcher.workOnCompanion(job, of: picture)
        if result.belongsToNoPicture {
            try await workAlone(result, in: folder, relative)
        } else {
            // The picture has its own result in this run.
            switch try await dispatcher.amend(by: result, in: folder) {
            case .amended(let picture) where picture.isAmended: break
            case .amended(let picture): result.warn(picture.record.warnings)
            case .changed: result.warn([Dispatcher.keptOutput])
            case .later, .none: break
            }
            await progress.finished(once: result)
        }
    }

    /// Works on a file with a companion's name as on any other. It has its place among those in progress already.
    private func workAlone(_ result: PictureResult, in folder: DropFolder, _ relative: RawPath) async throws {
        var candidate = Dispatcher.Candidate(folder: folder, relative: relative, status: result.record.status)
        candidate.replays = result.record.output == nil
        try await dispatchInPlace(candidate)
    }
}
