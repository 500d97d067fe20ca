internal import UprightFiles
internal import UprightJournal
internal import UprightRewriting

extension DropFolderRun.Runner {
    /// Works on the companions that were not delivered with a picture of this run. All pictures have a result by now.
    func workThroughCompanions() async throws {
        // Those whose picture is known come first.
        let companions = await progress.companions.sorted { $0.picture != nil && $1.picture == nil }
        for companion in companions {
            try Task.checkCancellation()
            let (folder, relative) = (companion.folder, companion.relative)
            guard await !progress.isReported(folder.source.appending(relative)) else { continue }
            let job = PictureJob(folder: folder, relative: relative)
            let picture = dispatcher.journal == nil || dispatcher.engine.isDryRun ? companion.picture : nil
            let result = try await dispatcher.workOnCompanion(job, of: picture)
            if result.standsAlone {
                try await workAlone(result, in: folder, relative)
            } else {
                await finish(result)
            }
        }
    }

    /// Works on a file with a companion's name as on any other.
    private func workAlone(_ result: PictureResult, in folder: DropFolder, _ relative: RawPath) async throws {
        var candidate = Dispatcher.Candidate(folder: folder, relative: relative, status: result.record.status)
        candidate.replays = result.record.output == nil
        let candidates = [candidate]
        try await withThrowingDiscardingTaskGroup { group in
            try await dispatch(candidates) { work in group.addTask(operation: work) }
        }
    }

    private func finish(_ companion: PictureResult) async { await progress.finished(companion: companion) }
}
