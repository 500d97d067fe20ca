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
            guard dispatcher.journal != nil || companion.picture != nil else {
                let refusal = Refusal(
                    .ignored, "not a picture, and the picture that it belongs to was not delivered")
                await finish(refused(folder, relative, refusal))
                continue
            }
            let job = PictureJob(folder: folder, relative: relative)
            let picture = dispatcher.journal == nil || dispatcher.engine.isDryRun ? companion.picture : nil
            await finish(try await dispatcher.workOnCompanion(job, of: picture))
        }
    }

    private func finish(_ companion: PictureResult) async { await progress.finished(companion: companion) }
}
