internal import Logging
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightBase

/// The originals that could not be moved or deleted when their picture was delivered. The journal knows them, so that they
/// are moved or deleted after a restart, too.
extension Lane {
    private static let interval = Duration.seconds(5)
    private static let most = 64

    /// Moves and deletes originals when that is due, until the lane stops.
    func retireOriginalsWhenDue() async {
        guard let journal = dispatcher.journal, folder.configuration.retiresOriginals else { return }
        var clock = ClockWatch()
        while !stopping.isSet, !Task.isCancelled {
            var pause = Self.interval
            if await health.reason == nil, requestedPause.reason == nil {
                do throws(JournalError) {
                    // What is due was written by the clock as it was.
                    if clock.wasSetBack() { try await journal.retryOriginals(in: folder.source) }
                    let due = try await journal.dueOriginals(
                        in: folder.source, at: PictureEngine.milliseconds(), limit: Self.most)
                    for record in due where !stopping.isSet { await retireWhenDue(record) }
                    pause = due.count == Self.most ? .milliseconds(50) : Self.interval
                } catch {
                    await report(Fault(.journal, error.description))
                }
            }
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    private func retireWhenDue(_ record: PictureRecord) async {
        guard let relative = record.source.relative(to: folder.source), busySince[relative] == nil else { return }
        var job = PictureJob(folder: await health.folder, relative: relative, previous: record)
        job.writers = writers
        switch evidence.answer(for: relative) {
        case .writing: job.isOpen = true
        case .closed: job.closed = record.status
        case .unknown: break
        }
        await retireOriginal(job)
    }

    /// Tells what is known of the writers of a file.
    nonisolated var writers: @Sendable (RawPath) -> Bool? {
        { [evidence] path in
            switch evidence.answer(for: path) {
            case .writing: true
            case .closed: false
            case .unknown: nil
            }
        }
    }

    /// Moves or deletes the original of a picture that was delivered before.
    func retireOriginal(_ job: PictureJob) async {
        do throws(JournalError) {
            let result = try await dispatcher.retire(job)
            noteOriginal(result)
            if result.original.isDone { await releaseCompanions(of: job) }
        } catch {
            await report(Fault(.journal, error.description))
        }
    }

    /// Logs what happened to an original.
    func noteOriginal(_ result: PictureResult) {
        switch result.original {
        case .done, .moved: break
        case .later(let reason, _):
            log.limited("original", .debug, "\(result.record.source): \(reason)")
        case .stays(let reason):
            log.limited("original kept", .info, "\(result.record.source): \(reason)")
        case .failed(let reason):
            hasStuckOriginals = true
            log.limited("original stuck", .warning, "\(result.record.source): \(reason)")
        }
    }

    /// Tries the originals again that could not be moved or deleted, since the rights of a folder have changed.
    func retryOriginals() async {
        guard hasStuckOriginals, let journal = dispatcher.journal else { return }
        hasStuckOriginals = false
        do throws(JournalError) { try await journal.retryOriginals(in: folder.source) } catch {
            log.limited("journal", .error, "\(error)")
        }
    }

    /// Records sources that somebody else has taken away: what comes under their names is not an edit of theirs.
    func noteGone(_ paths: [RawPath]) async {
        guard let journal = dispatcher.journal, folder.configuration.originals == .keep else { return }
        let root = folder.source
        // Some editors take a file away for a moment.
        let parts = await offTheCooperativePool {
            Dictionary(grouping: paths.map { root.appending($0) }) {
                FileStore.exists($0) ? .exchanged : SourceFate.gone
            }
        }
        do throws(JournalError) {
            for (fate, paths) in parts { try await journal.noteGone(paths, fate) }
        } catch {
            log.limited("journal", .error, "\(error)")
        }
    }

    // MARK: Unreadable folders

    /// Records a folder that cannot be read in the journal, so that `upright status` and `upright queue list` show it.
    func noteUnreadable(_ path: RawPath, _ error: FileError) async {
        let source = folder.source.appending(path)
        let status = FileStatus(kind: .folder, device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        var record = PictureRecord(source: source, folder: folder.source, status: status)
        record.firstSeen = PictureEngine.milliseconds()
        record.finished = record.firstSeen
        record.type = "public.folder"
        record.outcome = .deferred
        record.reason = "the files in it are not found: \(error)"
        do throws(JournalError) {
            guard let journal = dispatcher.journal, try await journal.record(of: source)?.reason != record.reason else {
                return
            }
            try await journal.finish([record])
        } catch {
            log.limited("journal", .error, "\(error)")
        }
    }

    /// Removes the records of folders that can be read again, and of those that an earlier process could not read.
    func noteReadable(_ paths: [RawPath]) async {
        guard let journal = dispatcher.journal else { return }
        let unreadable = await intake.currentFigures.unreadable
        do throws(JournalError) {
            let known = try await journal.unreadableFolders(in: folder.source).filter { source in
                source.relative(to: folder.source).map { unreadable[$0] == nil } ?? true
            }
            guard !known.isEmpty else { return }
            try await journal.remove(known)
            for source in known { log.notice("\(source) can be read again, or is gone") }
        } catch {
            log.limited("journal", .error, "\(error)")
        }
    }
}
