internal import UprightFiles
internal import UprightSteps
internal import UprightConfiguration
internal import UprightRewriting
internal import UprightBase

extension DropFolderRun {
    /// The steps of one run.
    struct Runner: Sendable {
        typealias Start = (@escaping @Sendable () async throws -> Void) -> Void
        /// Submits the pictures that were found.
        typealias Submit = ([Dispatcher.Candidate]) async throws -> Void

        let run: DropFolderRun
        let progress: RunProgress
        let outstanding: ConcurrencyLimit
        private let batchSize = 32

        var dispatcher: Dispatcher { run.dispatcher }

        init(run: DropFolderRun, progress: RunProgress, outstanding: ConcurrencyLimit) {
            self.run = run
            self.progress = progress
            self.outstanding = outstanding
        }

        // MARK: Folders

        func workThrough(_ part: Part, _ submit: Submit) async throws {
            let folder = part.folder
            let root: OpenFolder
            do {
                root = try await offTheCooperativePool { () throws(FileError) in try folder.openSource() }
            } catch {
                await progress.finished([
                    dispatcher.engine.refused(folder, part.files?.first?.path ?? RawPath(""), Refusal(error))
                ])
                return
            }
            if let files = part.files {
                for file in files { try await workOn(file.path, as: file.outputName, in: folder, submit) }
                return
            }
            var scan = FolderScan(
                root, rules: IgnoreRules(folder.configuration.ignore), recursive: folder.configuration.recursive,
                excluded: try await excluded(folder, root))
            while let findings = await scan.next() {
                try Task.checkCancellation()
                try await submitCandidates(findings, folder, submit)
            }
        }

        /// Works on a file that was named by its path, or in a list.
        func workOn(
            _ file: RawPath, as name: [UInt8]? = nil, in folder: DropFolder, isListed: Bool = false, _ submit: Submit
        ) async throws {
            func refuse(_ refusal: Refusal) async {
                await progress.finished([dispatcher.engine.refused(folder, file, refusal)])
            }
            let status: FileStatus
            do {
                status = try await offTheCooperativePool { () throws(FileError) in
                    try folder.openSource().status(of: file)
                }
            } catch { return await refuse(error.isAbsence ? Refusal(.rejected, "no such file") : Refusal(error)) }
            // A member that is named beside its picture, as a shell's pattern does, is that picture's.
            if isListed || folder.configuration.companions, ShotTable.kind(of: file.name) != nil {
                return await progress.putOff(folder, file, status)
            }
            // Links to paths were followed when the run was created.
            guard isListed || status.kind != .symbolicLink else {
                return await refuse(Refusal(.rejected, "a symbolic link whose target does not exist"))
            }
            await progress.add([status])
            var candidate = Dispatcher.Candidate(folder: folder, relative: file, status: status)
            candidate.job.outputName = name
            try await submit([candidate])
        }

        /// The folders that are written to. A scan skips those that lie inside the source.
        private func excluded(_ folder: DropFolder, _ root: OpenFolder) async throws -> Set<FileIdentity> {
            try await offTheCooperativePool { () throws(OperationError) in
                let identities = folder.presentWritten
                let own: FileStatus
                do throws(FileError) { own = try root.status() } catch {
                    throw OperationError(error.description, cause: error)
                }
                guard !identities.contains(own.identity) else {
                    throw OperationError(
                        "\(folder.source) is both source and output; give another folder as the output",
                        .configuration)
                }
                return identities
            }
        }

        private func submitCandidates(_ findings: [FolderScan.Finding], _ folder: DropFolder, _ submit: Submit)
            async throws
        {
            var candidates: [Dispatcher.Candidate] = []
            for finding in findings {
                switch finding {
                case .file(let path, let status):
                    if folder.configuration.companions, ShotTable.kind(of: path.name) != nil {
                        await progress.putOff(folder, path, status)
                    } else {
                        candidates.append(Dispatcher.Candidate(folder: folder, relative: path, status: status))
                    }
                case .ignored(let path, _, let reason):
                    await progress.finished([dispatcher.engine.refused(folder, path, Refusal(.ignored, reason))])
                case .failed(let path, let error), .unreadable(let path, let error):
                    await progress.finished([dispatcher.engine.refused(folder, path, Refusal(error))])
                }
            }
            candidates = await progress.unreported(candidates)
            await progress.add(candidates.map(\.status))
            var rest = try await unfinished(candidates, in: folder) { ($0.job.source, $0.status) }[...]
            while !rest.isEmpty {
                try await submit(Array(rest.prefix(batchSize)))
                rest = rest.dropFirst(batchSize)
            }
        }

        /// Counts the files that are done, and returns the others.
        ///
        /// - Parameter areMembers: whether they are members, after all pictures have a result.
        func unfinished<File>(
            _ files: [File], in folder: DropFolder, areMembers: Bool = false,
            _ file: (File) -> (source: RawPath, status: FileStatus)
        ) async throws -> [File] {
            let engine = dispatcher.engine
            guard run.countsFinished, dispatcher.journal != nil, !engine.force, !engine.isDryRun else { return files }
            var (counted, rest) = (RunSummary(), [File]())
            let rows = try await dispatcher.finished(files.map(file), in: folder, areMembers: areMembers)
            for (file, row) in zip(files, rows) {
                guard let row, let outcome = row.isDelivered ? .current : row.outcome else {
                    rest.append(file)
                    continue
                }
                counted.add(row, as: outcome)
            }
            await progress.counted(counted)
            return rest
        }

        // MARK: Pictures

        /// Works on a file whose caller has acquired its place among those in progress.
        func dispatchInPlace(_ candidate: Dispatcher.Candidate) async throws {
            try await dispatch([candidate], isInPlace: true) { _ in }
        }

        func dispatch(
            _ candidates: [Dispatcher.Candidate], isInPlace: Bool = false, start: Start
        ) async throws {
            let prepared = candidates.map { candidate in
                var candidate = candidate
                candidate.replays = candidate.replays || dispatcher.engine.force
                candidate.retriesNow = true
                return candidate
            }
            for (candidate, claim) in zip(prepared, try await dispatcher.claim(prepared)) {
                try Task.checkCancellation()
                switch claim {
                case .settled(let result):
                    // A user who starts a run expects rejected files to be tried again.
                    if result.outcome == .rejected, !candidate.replays {
                        var again = candidate
                        again.replays = true
                        try await dispatch([again], isInPlace: isInPlace, start: start)
                    } else {
                        await progress.finished([result])
                    }
                case .retire(let job):
                    await progress.finished([try await dispatcher.retire(job)])
                case .queued:
                    // The picture before it, which must also be alone, is done by now.
                    try await dispatch([candidate], isInPlace: isInPlace, start: start)
                case .later(let milliseconds):
                    let reason = "another process is working on it; try again in \((milliseconds + 999) / 1_000) s"
                    await progress.finished([
                        dispatcher.engine.refused(candidate.job.folder, candidate.job.relative, .notReady(reason))
                    ])
                case .work(let planned, let alone):
                    if isInPlace {
                        try await tryUntilDone(dispatcher.engine.ticketed(planned), alone: alone)
                        continue
                    }
                    await outstanding.acquire()
                    let job = dispatcher.engine.ticketed(planned)
                    let work: @Sendable () async throws -> Void = {
                        do { try await tryUntilDone(job, alone: alone) } catch {
                            outstanding.release()
                            throw error
                        }
                        outstanding.release()
                    }
                    if alone { try await work() } else { start(work) }
                }
            }
        }

        /// Retries at short intervals, since a run waits for its retries; a picture that still fails is deferred.
        private func tryUntilDone(_ job: PictureJob, alone: Bool) async throws {
            let results = try await RetriedWork.tries { (last: [PictureResult]) in
                last.first?.isTransient == true
            } of: { last in
                var job = job
                if let last = last?.first { job.previous?.attempts = last.record.attempts + 1 }
                return try await dispatcher.attempt(job, alone: alone || last?.first?.isKill == true).results
            }
            // A run that is stopped does not repeat, and has no result for this picture.
            if results.first?.isTransient == true { try Task.checkCancellation() }
            await progress.finished(results, of: job)
        }

        // MARK: The journal's selection

        func workThroughJournal(_ submit: Submit) async throws {
            guard let journal = dispatcher.journal else { return }
            let selection = run.selection
            if let sources = selection.sources {
                for record in try await journal.records(of: sources) {
                    if let record { try await replay(record, submit) }
                }
                return
            }
            var query = Journal.Selection()
            query.failed = selection.failed
            query.since = selection.since
            var next: Int64? = 0
            while let after = next {
                let page = try await journal.page(query, after: after)
                next = page.next
                for record in page.records { try await replay(record, submit) }
            }
        }

        private func replay(_ record: PictureRecord, _ submit: Submit) async throws {
            guard let folder = run.parts.map(\.folder).first(where: { $0.source == record.folder }),
                let relative = record.source.relative(to: folder.source)
            else { return }
            if run.selection.changed {
                let isChanged = record.options != folder.fingerprint || record.version != dispatcher.engine.version
                // No setting changes a file that is passed on as it is.
                guard record.isDelivered, isChanged, !record.isUnsupported else { return }
            }
            if let name = run.selection.place {
                guard run.geocoding?.calls(record, name) == true else { return }
            }
            let status: FileStatus
            do {
                status = try await offTheCooperativePool { () throws(FileError) in
                    try folder.openSource().status(of: relative)
                }
            } catch {
                if error.isAbsence, run.selection.replacesOwn {
                    // Members go along with their picture.
                    guard let candidate = await dispatcher.amendment(of: record, in: folder) else { return }
                    await progress.add([record.status])
                    return try await submit([candidate])
                }
                let refusal = error.isAbsence ? Refusal(.ignored, "it is no longer there") : Refusal(error)
                await progress.finished([dispatcher.engine.refused(folder, relative, refusal)])
                return
            }
            if folder.configuration.companions, ShotTable.kind(of: relative.name) != nil {
                await progress.putOff(folder, relative, status)
                return
            }
            await progress.add([status])
            var candidate = Dispatcher.Candidate(folder: folder, relative: relative, status: status)
            candidate.replays = true
            candidate.job.replacesOwn = run.selection.replacesOwn
            try await submit([candidate])
        }
    }
}
