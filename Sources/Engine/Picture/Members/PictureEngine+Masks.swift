internal import UprightBase
internal import UprightConfiguration
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightWorker

extension PictureEngine {
    /// Whether a file can be a mask, by its name and its folder: `a_mask.png`, `masks/a.png` (``LabelFolders``).
    static func canBeMask(_ job: PictureJob) -> Bool {
        job.folder.configuration.companions && !job.isInMemory && !job.amendment.isOfOutput
            && !LabelFolders.pictures(ofMask: job.relative.components).isEmpty
    }

    /// Has a mask turn as its picture does, by the rules for labels: its size says on which picture it was made. Otherwise it is a
    /// picture like any other.
    func turnMask(_ plan: inout Plan, by reader: any ContentReader) async throws(Refusal) {
        let (shot, job) = (plan.shot, plan.job)
        guard shot.type == .png, plan.options.turns, Self.canBeMask(job) else { return }
        let mask: PictureFacts
        do throws(WorkerError) {
            mask = try await reader.facts(source: shot.source.descriptor, limits: plan.options.limits)
        } catch { throw shot.refusal(error) }
        guard mask.orientation ?? 1 == 1, let size = mask.geometry?.size else { return }
        guard let (name, turn) = try await turn(ofMasked: job, by: reader) else {
            return try awaitMasked(shot)
        }
        guard turn.orientation != .up else { return }
        var options = LabelOptions()
        options.convention = job.folder.labelled
        do throws(LabelRefusal) {
            plan.options.furtherTurn = try PictureLabels(turn, options).orientation(ofMask: size)
            plan.options.verification = .pixels
        } catch {
            guard !error.isSilent else { throw Refusal(.rejected, "a mask of \(name): \(error)", type: shot.type) }
            plan.warnings.append("it is not turned with \(name), as a mask of it would be: \(error)")
        }
    }

    /// Finds the picture of a mask, and how it is turned, or was if it has left; nil if there is none.
    private func turn(
        ofMasked job: PictureJob, by reader: any ContentReader
    ) async throws(Refusal) -> (RawPath, PictureTurn)? {
        let paths = LabelFolders.pictures(ofMask: job.relative.components).flatMap { path in
            ShotTable.likelyExtensions.map { ending in
                RawPath(bytes: Array(path.joined(separator: [UInt8(ascii: "/")])) + Array(".\(ending)".utf8))
            }
        }.filter { $0 != job.relative }
        let rows = try await known(paths.map { job.folder.source.appending($0) })
        for (path, row) in zip(paths, rows) {
            if let row, row.isDelivered, !row.isCompanion,
                let turn = try? await turn(of: row, nil, in: job.folder, by: reader, isLabels: false),
                turn.width > 0 || turn.orientation == 1, let orientation = Orientation(rawValue: turn.orientation)
            {
                return (path, PictureTurn(orientation, of: Size(width: turn.width, height: turn.height)))
            }
            let file = await offTheCooperativePool { try? job.folder.openSource().file(path) }
            guard let file else { continue }
            do throws(WorkerError) {
                let facts = try await reader.facts(source: file.descriptor, limits: job.folder.options.limits)
                if let geometry = facts.geometry { return (path, geometry.turn) }
            } catch {
                guard error.cause == .picture else { throw .unread(error) }
            }
        }
        return nil
    }

    /// Lets a mask wait for its picture, as labels do.
    private func awaitMasked(_ shot: Shot) throws(Refusal) {
        let wait = Self.waitForPicture(in: shot.job.folder.configuration)
        let age = Self.milliseconds().subtractingSaturated(shot.status.changed / 1_000_000)
        guard companionsArrive, (0..<wait).contains(age) else { return }
        var refusal = Refusal.notReady("it may be the mask of a picture that follows (retire-after, in folders)")
        refusal.pause = .milliseconds(wait - age)
        throw refusal
    }
}
