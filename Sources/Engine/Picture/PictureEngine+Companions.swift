internal import UprightDigests
public import UprightFiles
public import UprightJournal
internal import UprightRewriting

extension PictureEngine {
    /// Delivers a picture's companions next to its output. If the picture has no output, reports why they are left
    /// behind.
    func companions(of work: PictureWork) async -> [PictureResult] {
        let job = work.job
        if let folder = work.sourceFolder, companionNames.hasNone(in: folder, onDevice: work.record.status.device) {
            return []
        }
        let picture = job.relative.name
        let output = work.outputName ?? picture
        let present: [(name: [UInt8], output: [UInt8])]
        do throws(FileError) {
            present = try await offTheCooperativePool { [companionNames] () throws(FileError) in
                let folder = try job.folder.openSource().folder(job.relative.parent)
                let names = try companionNames.names(in: folder)
                var present: [(name: [UInt8], output: [UInt8])] = []
                guard names?.isEmpty != true else { return present }
                for candidate in CompanionNames.companions(of: picture, output: output)
                where names?.mayContain(candidate.name) ?? true {
                    let status = try folder.statusIfPresent(of: RawPath(bytes: candidate.name))
                    if status?.kind == .regular { present.append(candidate) }
                }
                return present
            }
        } catch {
            // The folder is gone, and the companions with it.
            return []
        }
        var results: [PictureResult] = []
        for (name, output) in present {
            let relative = job.relative.parent.appending(name: name)
            let companion = PictureJob(folder: job.folder, relative: relative)
            if work.outputName == nil {
                results.append(leftBehind(companion, picture: job.relative, outcome: work.report.outcome))
            } else {
                results.append(await deliver(companion, as: output, picture: job.relative))
            }
        }
        return results
    }

    /// Works on a companion that arrived by itself: delivers it if its picture has been delivered.
    ///
    /// - Parameters:
    ///   - job: the companion.
    ///   - records: returns the journal's records of the pictures that the companion can belong to.
    public func workOnCompanion(
        _ job: PictureJob, records: @Sendable ([RawPath]) async -> [PictureRecord?]
    ) async -> PictureResult {
        let candidates = CompanionNames.pictures(of: job.relative.name)
        let known = await records(candidates.map { job.source.parent.appending(name: $0) })
        for (candidate, record) in zip(candidates, known) {
            guard let record, record.isDelivered, let output = record.output?.name else { continue }
            let pairs = CompanionNames.companions(of: candidate, output: output)
            guard let pair = pairs.first(where: { $0.name == job.relative.name }) else { continue }
            let picture = job.relative.parent.appending(name: candidate)
            return await deliver(job, as: pair.output, picture: picture)
        }
        var work = companionWork(job)
        work.end(as: Refusal(.ignored, "a companion; it is delivered together with its picture"))
        work.stamp(seconds: .zero, now: Self.milliseconds())
        return await recorded(work)
    }

    private func recorded(_ work: PictureWork) async -> PictureResult {
        var work = work
        var result = work.result
        guard !isDryRun else { return result }
        if await commit(.none, of: &work) != nil { result.isTransient = true }
        return result
    }

    private func companionWork(_ job: PictureJob) -> PictureWork {
        var work = PictureWork(job, now: Self.milliseconds, version: version)
        let suffix = String(decoding: OutputName.split(job.relative.name).suffix ?? [], as: UTF8.self).lowercased()
        work.report.type =
            ["xmp": "com.adobe.xmp", "json": "public.json", "mov": "com.apple.quicktime-movie"][suffix] ?? "public.data"
        do {
            work.record.status = try job.folder.openSource().status(of: job.relative)
        } catch {
            // It is gone; the delivery reports that.
        }
        return work
    }

    private func leftBehind(_ job: PictureJob, picture: RawPath, outcome: Outcome) -> PictureResult {
        var work = companionWork(job)
        work.end(as: Refusal(.ignored, "a companion of \(picture), which is \(outcome.rawValue)"))
        return work.result
    }

    private func deliver(_ job: PictureJob, as name: [UInt8], picture: RawPath) async -> PictureResult {
        var work = companionWork(job)
        let start = ContinuousClock.now
        do throws(Refusal) {
            let force = force
            let isDryRun = isDryRun
            let copy = try await offTheCooperativePool { () throws(Refusal) in
                try CompanionCopy(job, as: name, force: force, isDryRun: isDryRun)
            }
            work.record.status = copy.status
            work.record.sourceSHA256 = copy.sha256
            work.report.sha256.source = hexadecimal(copy.sha256)
            work.report.bytes.source = copy.status.size
            work.expect(
                PreparedOutput(
                    name: name, bytes: copy.status.size, sha256: copy.sha256, sourceSHA256: copy.sha256, isSource: true,
                    warnings: copy.warnings))
            work.report.outcome = copy.isCurrent ? .current : .unchanged
            work.report.reason = "a companion of \(picture)"
            work.stamp(seconds: ContinuousClock.now - start, now: Self.milliseconds())
            guard !isDryRun else { return work.result }
            switch await commit(copy.delivery, of: &work) {
            case nil: return work.result
            case .exists: throw .notReady("another process is writing its output")
            case .file(let error): throw Refusal(error, in: job.folder)
            case .record(let reason): throw .unrecorded(reason)
            }
        } catch {
            work.end(as: error)
            work.stamp(seconds: ContinuousClock.now - start, now: Self.milliseconds())
            return work.isTransient ? work.result : await recorded(work)
        }
    }
}

/// The copy of a companion that is being made.
struct CompanionCopy: Sendable {
    let status: FileStatus
    let sha256: [UInt8]
    let delivery: Delivery
    let isCurrent: Bool
    let warnings: [String]

    init(_ job: PictureJob, as name: [UInt8], force: Bool, isDryRun: Bool) throws(Refusal) {
        do throws(FileError) {
            let source = try job.folder.openSource().file(job.relative)
            status = try source.status()
            let digest = try source.contentDigest()
            sha256 = digest.sha256
            var standing: FileStatus?
            do {
                standing = try job.folder.open(job.folder.output).status(of: job.relative.parent.appending(name: name))
            } catch {
                guard error.isAbsence else { throw error }
            }
            if standing?.kind == .regular, standing?.size == digest.bytes {
                let folder = try job.folder.open(job.folder.output).folder(job.relative.parent)
                let file = try folder.file(RawPath(bytes: name))
                if try file.contentDigest().sha256 == digest.sha256 {
                    (delivery, isCurrent, warnings) = (.confirm(file, in: folder), true, [])
                    return
                }
            }
            if standing != nil, !force { throw FileError(.create, job.source, .differs) }
            isCurrent = false
            guard !isDryRun else {
                (delivery, warnings) = (.none, [])
                return
            }
            let atomic = try AtomicFile(in: job.folder.openOutput(job.relative.parent))
            try source.copy(to: atomic.file)
            guard try atomic.file.contentDigest().sha256 == sha256, try source.status().isSameContent(as: status) else {
                throw FileError(.copy, job.source, .changed)
            }
            warnings = source.copyUserAttributes(to: atomic.file)
            try atomic.file.setModified(status.modified)
            delivery = .publish(atomic, as: name, replacing: force)
        } catch {
            if error.condition == .differs {
                let path = job.folder.output.appending(job.relative.parent).appending(name: name)
                throw Refusal(
                    .rejected,
                    "the output \(path) already exists with other bytes; upright reprocess --force replaces it")
            }
            throw error.isAbsence
                ? Refusal(.ignored, "it vanished before it could be read")
                : Refusal(error, in: job.folder)
        }
    }
}
