internal import Synchronization
internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

/// Sources that were moved, with their folder or by a new mount.
extension PictureEngine {
    /// Takes over the journal's record of a source that was delivered under another path, at which it is no longer: it is the same
    /// file by its bytes, and its output goes along.
    ///
    /// A source that was moved or deleted after its delivery has not come back: a file with its bytes is another delivery.
    func follow(_ made: inout Made, _ work: inout PictureWork) async throws(Refusal) {
        let job = made.plan.job
        guard !isDryRun, job.previous?.output == nil else { return }
        let records = try await asked(await history.records(ofSourcesWith: made.prepared.sourceSHA256))
        guard !records.isEmpty else { return }
        let former = await offTheCooperativePool { records.first { Self.isMoved($0, to: job) } }
        guard var former else { return }
        (former.attempts, former.interruptions) = (job.previous?.attempts ?? 0, job.previous?.interruptions ?? 0)
        made.plan.job.previous = former
        work.follow(former)
    }

    private static func isMoved(_ record: PictureRecord, to job: PictureJob) -> Bool {
        let stays = record.fate != .unknown || !job.folder.retires(record)
        guard record.source != job.source, stays, let output = record.output,
            output.relative(to: job.folder.output) != nil || !FileStore.exists(output)
        else { return false }
        do throws(FileError) {
            _ = try FileStore.ownStatus(of: record.source)
            return false
        } catch { return error.isAbsence }
    }
}

/// The sources that were delivered in this run, by their folder and the digest of what they show.
final class ShownPictures: Sendable {
    private struct Key: Hashable {
        let folder: RawPath
        let digest: String
    }

    private let sources = Mutex<[Key: PictureRecord]>([:])

    func first(_ digest: String, in folder: RawPath) -> PictureRecord? {
        sources.withLock { $0[Key(folder: folder, digest: digest)] }
    }

    /// Records a delivered picture, if it has a digest.
    func add(_ record: PictureRecord) {
        guard let digest = record.pictureDigest, record.output != nil else { return }
        let key = Key(folder: record.folder, digest: digest)
        sources.withLock { if $0[key] == nil { $0[key] = record } }
    }
}

extension PictureEngine {
    /// Claims what a picture shows, in a folder that skips duplicates. The next picture that shows the same goes on when this
    /// one is done.
    ///
    /// - Returns: the claim; nil if the folder asks for none, or if the picture cannot be read whole.
    /// - Throws: a refusal if another source of the folder was delivered that shows the same, and its output is there.
    func claimPicture(_ work: PictureWork) async throws(Refusal) -> PlacementOrder.Hold? {
        guard let digest = work.record.pictureDigest, !work.job.isInMemory else { return nil }
        let folder = work.job.folder.source
        let claim = await placements.hold(RawPath("\(digest) \(folder)")) {}
        var others = try await asked(await history.pictures(showing: digest, in: folder))
        if let other = seenPictures.first(digest, in: folder) { others.append(other) }
        let source = work.job.source
        for other in others where other.source != source && other.source != work.record.former {
            guard let output = other.output else { continue }
            let isThere = await offTheCooperativePool { FileStore.exists(output) }
            guard isThere || isDryRun else { continue }
            throw Refusal(
                .ignored,
                "it shows the same as \(other.source), which was delivered as \(output) (duplicates: skip)")
        }
        return claim
    }
}
