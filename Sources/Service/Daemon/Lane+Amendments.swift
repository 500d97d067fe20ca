internal import Logging
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightBase

/// What happened to the delivered pictures that steps had something for.
struct AmendmentCount: Sendable {
    /// Those that have it.
    var amended = 0
    /// Those whose output another program has changed, so that it stays as it is.
    var changed = 0
    /// Those that have to be looked at again.
    var later = 0

    mutating func add(_ end: Dispatcher.AmendmentEnd) {
        switch end {
        case .amended(let result) where result.isAmended: amended += 1
        case .changed: changed += 1
        case .later: later += 1
        case .amended, .none: break
        }
    }
}

extension Lane {
    /// Gives delivered pictures what steps have for them by now. While the lane is paused, none.
    func amendOwed() async -> AmendmentCount {
        var count = AmendmentCount()
        var next: Int64? = 0
        do throws(JournalError) {
            while let after = next, !stopping.isSet {
                guard await health.reason == nil, requestedPause.reason == nil else {
                    count.later += 1
                    break
                }
                let page = try await dispatcher.owed(in: folder, after: after)
                next = page.next
                await withTaskGroup(of: Dispatcher.AmendmentEnd.self) { group in
                    for record in page.records where !stopping.isSet {
                        await outstanding.acquire()
                        group.addTask {
                            let end = await self.amend(record)
                            self.outstanding.release()
                            return end
                        }
                    }
                    for await end in group { count.add(end) }
                }
            }
        } catch {
            if !Task.isCancelled { await report(Fault(.journal, error.description)) }
            count.later += 1
        }
        return count
    }

    private func amend(_ record: PictureRecord) async -> Dispatcher.AmendmentEnd {
        let relative = record.source.relative(to: folder.source)
        if let relative, busySince[relative] != nil { return .later }
        do throws(JournalError) {
            let end = try await dispatcher.amend(record, in: await health.folder)
            if case .amended(let result) = end { self.end(result, isNew: result.isAmended) }
            return end
        } catch {
            await report(Fault(.journal, error.description))
            return .later
        }
    }

    /// Gives a picture what its sidecar says that was delivered after it.
    func amendPicture(by member: PictureResult, in folder: DropFolder) async {
        do throws(JournalError) {
            // Another program, or another sidecar, may have the output at the moment.
            for _ in 1...10 {
                switch try await dispatcher.amend(by: member, in: folder) {
                case .amended(let picture): return end(picture, isNew: picture.isAmended)
                case .changed:
                    log.limited("warning", .info, "\(member.record.source): \(Dispatcher.keptOutput)")
                    return
                case .none: return
                case .later: break
                }
                // What is owed after that, the next start finds.
                do { try await Task.sleep(for: .seconds(1)) } catch { return }
            }
        } catch { await report(Fault(.journal, error.description)) }
    }
}
