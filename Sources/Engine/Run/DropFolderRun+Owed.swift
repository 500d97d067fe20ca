internal import UprightFiles
internal import UprightBase

extension DropFolderRun.Runner {
    /// Gives delivered pictures what steps have for them by now, before the run meets them as those that are done.
    func workThroughOwed() async throws {
        guard dispatcher.journal != nil, !dispatcher.engine.isDryRun, !dispatcher.engine.force else { return }
        for folder in run.parts.filter({ $0.files == nil }).map(\.folder) {
            var next: Int64? = 0
            while let after = next {
                let page = try await dispatcher.owed(in: folder, after: after)
                next = page.next
                try await withThrowingDiscardingTaskGroup { group in
                    for record in page.records {
                        try Task.checkCancellation()
                        await outstanding.acquire()
                        group.addTask {
                            defer { outstanding.release() }
                            guard case .amended(let result) = try await dispatcher.amend(record, in: folder) else {
                                return
                            }
                            await progress.add([record.status])
                            await progress.finished(once: result)
                        }
                    }
                }
            }
        }
    }
}
