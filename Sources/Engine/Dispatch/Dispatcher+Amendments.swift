internal import UprightSteps
internal import UprightConfiguration
internal import UprightFormats
package import UprightFiles
internal import UprightRewriting

/// What delivered pictures are owed: positions of tracks and sidecars that came later, places that a geocoder had not named, other
/// names and values.
extension Dispatcher {
    /// The warning of a sidecar whose picture keeps its output.
    package static let keptOutput =
        "its picture's output was changed by another program after its delivery, and does not get its values; upright geotag "
        + "writes them"

    /// How the amendment of a delivery ended.
    package enum AmendmentEnd: Sendable {
        /// The picture has what is known of it by now.
        case amended(PictureResult)
        /// Its output was changed by another program, and stays as it is.
        case changed
        /// It cannot be amended now: another process works on it, or a resource is missing.
        case later
        /// There is nothing to amend: it was not delivered, or its original is another by now.
        case none
    }

    /// Returns the work that amends a delivery: from the original, if that is there as it was delivered, and from the output if it
    /// has left; nil if another file has its path, or its folder cannot be read.
    package func amendment(of record: PictureRecord, in folder: DropFolder) async -> Candidate? {
        guard record.isDelivered, !record.isCompanion, !record.isUnsupported,
            let output = record.output?.relative(to: folder.output)
        else { return nil }
        let own = record.source.relative(to: folder.source)
        let status: FileStatus?
        do throws(FileError) {
            status = try await offTheCooperativePool { () throws(FileError) in
                let root = try folder.openSource()
                guard let own else { return nil }
                do throws(FileError) { return try root.status(of: own) } catch {
                    guard error.isAbsence else { throw error }
                    return nil
                }
            }
        } catch { return nil }
        // The row of a source whose path another file has got goes on under another one.
        var candidate = Candidate(folder: folder, relative: own ?? output, status: status ?? record.status)
        candidate.job.replacesOwn = true
        if let status {
            guard status.isSameContent(as: record.status) else { return nil }
            (candidate.job.amendment, candidate.replays) = (.original, true)
        } else {
            (candidate.job.amendment, candidate.job.previous) = (.output(moves: own != nil), record)
        }
        return candidate
    }

    /// Gives a delivered picture what the steps have for it by now, if its output is what was delivered.
    package func amend(_ record: PictureRecord, in folder: DropFolder) async throws(JournalError) -> AmendmentEnd {
        guard !engine.isDryRun, let candidate = await amendment(of: record, in: folder) else { return .none }
        guard await offTheCooperativePool({ record.hasDeliveredBytes }) else { return try await changed(record) }
        switch try await claim([candidate]).first {
        case .work(let job, let alone)?:
            guard let result = try await attempt(engine.ticketed(job), alone: alone).results.first else { return .none }
            guard result.isAmended else { return result.owes ? .later : .amended(result) }
            return .amended(result)
        case .later?, .queued?: return .later
        case .settled?, .retire?, nil: return .none
        }
    }

    /// Ends the work on an output that is not what was delivered: it is owed no place any more.
    private func changed(_ record: PictureRecord) async throws(JournalError) -> AmendmentEnd {
        if record.owesPlace { try await journal?.forgetOwedPlace(of: record.source) }
        return .changed
    }

    /// Gives a picture what a sidecar says that was delivered after it.
    ///
    /// - Parameter member: the result of the sidecar.
    package func amend(by member: PictureResult, in folder: DropFolder) async throws(JournalError) -> AmendmentEnd {
        let record = member.record
        guard let journal, [.normalized, .unchanged].contains(member.outcome), record.isCompanion,
            ["com.adobe.xmp", "public.json"].contains(record.type), engine.readsSidecars(of: folder),
            let path = record.picture, let picture = try await journal.record(of: path),
            picture.sourceSHA256 == record.pictureSHA256
        else { return .none }
        return try await amend(picture, in: folder)
    }

    /// For how long a process that was killed between a sidecar and its picture is made up for, in milliseconds: a week.
    private static let longestOwed: Int64 = 7 * 86_400_000

    /// Returns a page of the delivered pictures of a folder that steps have something for by now: a position of a track, the answer of
    /// a geocoder, or what a sidecar says that was delivered after them.
    ///
    /// - Parameter after: where the page begins; 0 for the first.
    /// - Returns: the pictures, and where the next page begins; nil at the end.
    package func owed(
        in folder: DropFolder, after: Int64 = 0
    ) async throws(JournalError) -> (records: [PictureRecord], next: Int64?) {
        guard let journal else { return ([], nil) }
        var records: [PictureRecord] = []
        if after == 0, engine.readsSidecars(of: folder) {
            let since = PictureEngine.milliseconds() - Self.longestOwed
            records = try await journal.picturesBeforeSidecars(since: since).filter { $0.folder == folder.source }
        }
        var owed = Journal.Owed()
        owed.places = await engine.steps.canPlaceOwed()
        if let times = engine.steps.owedTimes {
            // Local clocks are up to a day ahead or behind. Years have four digits.
            let bounds = [times.lowerBound - 86_400, times.upperBound + 86_400].map { seconds in
                ExifDateTime(secondsSince1970: min(max(seconds, -6e10), 2.5e11))?.exifText ?? ""
            }
            owed.unplaced = bounds[0]...max(bounds[0], bounds[1])
        }
        guard !owed.isEmpty else { return (records, nil) }
        var selection = Journal.Selection()
        (selection.delivered, selection.owed) = (true, owed)
        // A server is not asked for long about pictures of which none is worked on yet.
        let page = try await journal.page(selection, after: after, limit: engine.lookAhead > 0 ? Self.askedAtOnce : 500)
        let known = Set(records.map(\.source))
        records += await engine.steps.owed(
            among: page.records.filter { $0.folder == folder.source && !known.contains($0.source) })
        return (records, page.next)
    }

    /// About how many pictures a geocoder is asked before their places are written.
    private static let askedAtOnce = 60
}

extension PictureEngine {
    /// Whether what is delivered from a folder depends on sidecars.
    fileprivate func readsSidecars(of folder: DropFolder) -> Bool {
        steps.readsSidecars || folder.options.readsSidecars
    }
}

extension PictureRecord {
    /// Whether the output has the bytes that were delivered, or those that it was given by a process that was killed before its row.
    fileprivate var hasDeliveredBytes: Bool {
        guard let output else { return false }
        do throws(FileError) {
            let file = try OpenFolder(output.parent).file(RawPath(bytes: output.name))
            let mark = file.contentMark
            if mark == nil, try file.status().size != outputSize { return false }
            let sha256 = try file.contentDigest().sha256
            return sha256 == outputSHA256 || sha256 == mark
        } catch { return false }
    }
}
