internal import UprightFormats
internal import Logging
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightBase

/// Files of unsupported types.
extension Lane {
    /// Works on a file with a companion's name that belongs to no picture, as on any other file.
    ///
    /// - Parameter isNew: whether nothing was delivered for it.
    func workAlone(_ arrival: FolderIntake.Arrival, in folder: DropFolder, isNew: Bool) async {
        var candidate = Dispatcher.Candidate(
            folder: folder, relative: arrival.relative, status: arrival.status, isClosed: arrival.isClosed)
        candidate.replays = isNew
        do throws(JournalError) {
            for claim in try await dispatcher.claim([candidate]) {
                await follow(claim, of: arrival, waits: true) { _ in }
            }
        } catch {
            await report(Fault(.journal, error.description))
            await intake.again(arrival.relative, after: .seconds(1))
        }
    }

    /// Tells once when the first file of a type is left in the folder.
    func noteLeft(_ result: PictureResult) {
        let record = result.record
        guard record.isUnsupported, result.outcome == .ignored, leftTypes.count < Self.maximumLeftTypes,
            leftTypes.insert(result.report.type).inserted
        else { return }
        let text =
            "\(ReadableFormats.noun(of: ImageType(rawValue: result.report.type)))s are left in \(folder.source), the first is \(result.report.source): "
            + "others: copy or move (in folders) delivers them unchanged; upright queue list --state left shows them"
        log.notice("\(text)")
    }

    /// Removes the rows of files that were left and have gone, after each scan, so that they are not counted; and empty folders,
    /// if configured.
    func forgetGoneFiles() async {
        guard let journal = dispatcher.journal else { return }
        var seen = 0
        while !stopping.isSet, !Task.isCancelled {
            do { try await Task.sleep(for: Self.forgettingPause) } catch { return }
            let scans = await intake.currentFigures.scans
            guard scans != seen, await health.reason == nil else { continue }
            seen = scans
            do throws(JournalError) { try await LeftFiles.forgetGone(in: folder, journal: journal) } catch {
                log.limited("journal", .error, "\(error)")
            }
            let current = await health.folder
            for path in await offTheCooperativePool({ EmptyFolders.remove(of: current) }) {
                log.limited("emptied", .info, "removed the empty folder \(folder.source.appending(path))")
            }
        }
    }

    private static let forgettingPause = Duration.seconds(30)
    private static let maximumLeftTypes = 64
}
