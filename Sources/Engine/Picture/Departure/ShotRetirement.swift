internal import UprightFiles
internal import UprightConfiguration

/// A file of a shot whose original is to be moved or deleted.
struct ShotPart: Sendable {
    let job: PictureJob
    let record: PictureRecord
    /// The open original; nil if it has to be opened.
    var opened: Retirement?
}

/// Moves or deletes the originals of a shot: all of them, or none.
///
/// Each is opened, locked and checked before the first leaves. A process that is killed between two of them leaves rows of
/// delivered files whose originals are still there, and the next visit finds the rest ready.
struct ShotRetirement: Sendable {
    let parts: [ShotPart]
    let folder: DropFolder
    let sourcesInUse: SourcesInUse
    let trustsTimes: Bool
    let names: ShotNames

    /// Moves or deletes the originals. Blocks.
    func carryOut() -> [ShotOriginal] {
        // What is thrown keeps the whole shot where it is.
        do throws(ShotOriginal) {
            var (ready, ends): ([Retirement], [ShotOriginal]) = ([], [])
            var held = Set(parts.compactMap(\.opened?.status.identity))
            for part in parts {
                let opening: Result<Retirement, ShotOriginal>?
                do throws(FileError) { opening = try opened(part, held) } catch {
                    opening = error.isAbsence ? nil : .failure(ShotOriginal(part.record, .failed(error)))
                }
                guard let retirement = try opening?.get() else {
                    ends.append(ShotOriginal(part.record, .done))
                    continue
                }
                held.insert(retirement.status.identity)
                if let end = neededBesides(part) {
                    ends.append(ShotOriginal(part.record, end))
                } else {
                    ready.append(retirement)
                }
            }
            for retirement in ready { if let wait = retirement.wait { throw ShotOriginal(retirement.record, wait) } }
            for (retirement, name) in zip(ready, try names(of: ready)) {
                // The output is delivered; an original that could not be moved stays, which is safe.
                do throws(FileError) {
                    ends.append(ShotOriginal(retirement.record, try retirement.carryOut(as: name)))
                } catch { ends.append(ShotOriginal(retirement.record, .failed(error))) }
            }
            return ends
        } catch {
            return parts.map { part in
                guard part.record.source != error.record.source else { return ShotOriginal(part.record, error.end) }
                return ShotOriginal(part.record, error.end.because(of: error.record.source))
            }
        }
    }

    /// Finds the names that the originals of the shot are moved to: their own with the number that its outputs have, or else the
    /// next one that is free for all.
    private func names(of originals: [Retirement]) throws(ShotOriginal) -> [[UInt8]] {
        guard let lead = (parts.first { !$0.record.isCompanion } ?? parts.first)?.record else { return [] }
        let picture = lead.isCompanion ? lead.picture?.name ?? lead.source.name : lead.source.name
        let start = NumberedName.number(of: lead.output?.name ?? picture, from: picture)
        search: for number in start...start + NumberedName.most {
            let names = originals.map { OriginalName.of($0.record.source.name, beside: picture, number) }
            for (original, name) in zip(originals, names) {
                do throws(FileError) {
                    guard try original.job.isFree(original: name, original.digest) else { continue search }
                } catch { throw ShotOriginal(original.record, .failed(error)) }
            }
            return names
        }
        throw ShotOriginal(lead, .failed(FileError(.rename, lead.source, .noFreeName)))
    }

    /// Opens and locks an original; returns nil if there is nothing to retire: it has left, or was replaced.
    ///
    /// - Parameter held: the files of the shot that are locked already, of which it can be a further name (a hard link).
    private func opened(
        _ part: ShotPart, _ held: Set<FileIdentity>
    ) throws(FileError) -> Result<Retirement, ShotOriginal>? {
        let (job, record) = (part.job, part.record)
        func obstacle(_ end: RetirementEnd) -> Result<Retirement, ShotOriginal> { .failure(ShotOriginal(record, end)) }
        let configuration = folder.configuration
        let place = try folder.openSource().folder(job.relative.parent)
        let name = RawPath(bytes: job.relative.name)
        guard let named = try place.statusIfPresent(of: name), named.kind == .regular else { return nil }
        guard record.isDelivered, let digest = record.sourceSHA256, let output = record.output,
            let made = record.presentSHA256
        else {
            // Another file of that name is not of this shot.
            guard named.isSameContent(as: record.status) else { return nil }
            let reason = record.reason.isEmpty ? "it has not been delivered" : record.reason
            return obstacle(
                .later("\(name) of its shot is not delivered: \(reason)", in: Retirement.companionPause))
        }
        if let reason = Retirement.reasonToStay(record, configuration) { return obstacle(.stays(reason)) }
        if let opened = part.opened { return .success(opened) }
        // Open the target first: otherwise a missing folder would cost two digests in every scan.
        if case .move(let target) = configuration.originals(isUnsupported: record.isUnsupported) {
            _ = try folder.open(creating: RawPath(target))
        }
        let source = try place.file(name)
        let status = try source.status()
        guard status.kind == .regular, status.isSameContent(as: record.status) else { return nil }
        let hold: SourcesInUse.Hold
        do throws(SourcesInUse.InUse) {
            hold = try sourcesInUse.hold(source, status, job.source, isHeld: held.contains(status.identity))
        } catch {
            return obstacle(.later(error.reason, in: Retirement.openPause))
        }
        // On a file system without locks, which throws, nothing tells whether another process works on it: it stays.
        if !held.contains(status.identity) { _ = try source.tryLock() }
        let retirement = Retirement(
            job: job, record: record, folder: place, source: source, status: status, digest: digest,
            trustsTimes: trustsTimes, hold: hold)
        // Whether it is too early costs no digest to find out.
        if let wait = retirement.wait { return obstacle(wait) }
        let relative = output.relative(to: folder.output) ?? job.relative.parent.appending(name: output.name)
        let delivered = try [(output, made, folder.open(folder.output).file(relative))]
        let copies = try record.copies.map { (copy) throws(FileError) in
            (copy.output, copy.sha256, try folder.open(copy.output.parent).file(RawPath(bytes: copy.output.name)))
        }
        for (path, sha256, file) in delivered + copies {
            guard try file.contentDigest().sha256 == sha256, try file.status().inode != status.inode else {
                return obstacle(.stays("the original stays: the output \(path) is not what was delivered"))
            }
        }
        return .success(retirement)
    }

    /// A member stays as long as another picture is there that it belongs to as well.
    private func neededBesides(_ part: ShotPart) -> RetirementEnd? {
        guard part.record.isCompanion else { return nil }
        let own = Set(parts.map(\.record.source))
        if let identifier = part.record.contentIdentifier,
            parts.contains(where: { !$0.record.isCompanion && $0.record.contentIdentifier == identifier })
        {
            // Its content says which picture it belongs to, and its name may be another's.
            return nil
        }
        let member = part.record.source.name
        do throws(FileError) {
            let root = try folder.openSource()
            for parent in [part.job.relative.parent] + part.job.relative.parent.pictureFolders {
                let status = try parent.isEmpty ? nil : root.statusIfPresent(of: parent)
                guard parent.isEmpty || status?.kind == .folder else { continue }
                let pictures = try names.pictures(of: member, in: root.folder(parent), within: folder.listAge).keys
                    .filter { !ShotTable.leadsWithoutPicture($0) }
                for name in ShotTable.pictures(of: member, among: pictures)
                where !own.contains(folder.source.appending(parent.appending(name: name))) {
                    return .later(
                        "\(RawPath(bytes: name)), which it belongs to as well, is still there",
                        in: Retirement.companionPause)
                }
            }
            return nil
        } catch { return .failed(error) }
    }
}

extension RetirementEnd {
    /// It stays for a time in milliseconds.
    static func later(_ reason: String, in pause: Int64) -> RetirementEnd {
        .later("the original stays for now: \(reason)", at: PictureEngine.milliseconds() + pause)
    }
    static func failed(_ error: FileError) -> RetirementEnd { .failed("the original stays: \(error)") }

    /// The same end of another file of the shot.
    fileprivate func because(of source: RawPath) -> RetirementEnd {
        let name = RawPath(bytes: source.name)
        func text(_ reason: String) -> String { "\(reason) (\(name), of the same shot)" }
        return switch self {
        case .done, .moved: self
        case .later(let reason, let due): .later(text(reason), at: due)
        case .stays(let reason): .stays(text(reason))
        case .failed(let reason): .failed(text(reason))
        }
    }
}
