internal import UprightBase
internal import UprightConfiguration
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

/// What was found: the source of a picture or of another file, open, locked and identified.
struct Shot: Sendable {
    var job: PictureJob
    /// The folder that contains the source; nil for a picture in memory.
    let folder: OpenFolder?
    let source: OpenFile
    /// The source's status before it was read.
    let status: FileStatus
    /// The file in the drop folder that outputs are made from, with its status: the source, or that of the first output.
    let original: (file: OpenFile, status: FileStatus)
    let type: ImageType
    /// Shows the rest of this process that the source is being worked on.
    private let hold: SourcesInUse.Hold?
    /// Whether the source is an output that is not what was delivered: another program has changed it.
    private(set) var isModified = false
    /// The SHA-256 of the source, if that is an output.
    private(set) var digest: [UInt8] = []

    /// Opens and identifies a source.
    ///
    /// - Parameters:
    ///   - sourcesInUse: the sources that are worked on; nil to inspect the source without locking it.
    ///   - held: the files that this work has locked already, of which the source can be a further name (a hard link).
    ///   - type: the type of a file that is not a picture and is not identified.
    init(
        _ job: PictureJob, sourcesInUse: SourcesInUse?, held: Set<FileIdentity> = [], type known: ImageType? = nil
    ) throws(Refusal) {
        self.job = job
        do throws(FileError) {
            let folder = try job.folder.openSource().folder(job.relative.parent)
            let name = RawPath(bytes: job.relative.name)
            let named = try folder.status(of: name)
            guard named.kind == .regular else { throw FileError(.open, job.source, .notRegular(named.kind)) }
            source = try folder.file(name)
            status = try source.status()
            guard status.kind == .regular else { throw FileError(.open, job.source, .notRegular(status.kind)) }
            self.folder = folder
        } catch {
            if case .notRegular = error.condition { throw Refusal(.ignored, error.reason) }
            if error.isAbsence { throw Refusal(.ignored, "it vanished before it could be read") }
            if error.isSymbolicLink {
                throw Refusal(.ignored, "its path contains a symbolic link; none is followed in a drop folder")
            }
            throw Refusal(error, in: job.folder)
        }
        if let sourcesInUse, !held.contains(status.identity) {
            do throws(SourcesInUse.InUse) { hold = try sourcesInUse.hold(source, status, job.source) } catch {
                var refusal = Refusal.notReady(error.reason)
                if error.isHere { refusal.sourceInUse = status.identity }
                throw refusal
            }
        } else {
            hold = nil
        }
        original = (source, status)
        type = if let known { known } else { try Self.identify(source, status, job) }
    }

    /// Identifies a picture in memory.
    init(_ job: PictureJob, content: OpenFile) throws(Refusal) {
        self.job = job
        (folder, hold, source) = (nil, nil, content)
        do { status = try source.status() } catch { throw Refusal(error) }
        original = (source, status)
        type = try Self.identify(source, status, job)
    }

    /// Takes the bytes of an output, open for reading, as the source of a further one.
    ///
    /// - Parameter job: the job, with the further output's folder and name.
    init(_ job: PictureJob, madeFrom shot: Shot, content: OpenFile) throws(Refusal) {
        self.job = job
        (folder, hold, source, type, original) = (nil, nil, content, shot.type, shot.original)
        status = try job.folder.orRefuse(content.status())
    }

    /// Opens and locks the output of a file whose original has left, to amend it in place.
    ///
    /// - Parameter type: the type of a file that is not a picture and is not identified.
    init(outputOf job: PictureJob, sourcesInUse: SourcesInUse, type known: ImageType? = nil) throws(Refusal) {
        self.job = job
        guard let output = job.presentOutput, let relative = output.relative(to: job.folder.output) else {
            throw Refusal(.rejected, "it has no output in \(job.folder.output)")
        }
        self.job.previous?.output = output
        let folder: OpenFolder
        let name = RawPath(bytes: relative.name)
        do throws(FileError) {
            folder = try job.folder.open(job.folder.output).folder(relative.parent)
            source = try folder.file(name)
            status = try source.status()
            guard status.kind == .regular else { throw FileError(.open, output, .notRegular(status.kind)) }
        } catch { throw Refusal(error, in: job.folder) }
        guard source.isBeingWritten != true else { throw .notReady("a process is writing its output, \(output)") }
        do throws(SourcesInUse.InUse) { hold = try sourcesInUse.hold(source, status, output) } catch {
            throw .notReady("its output, \(output), is in use: \(error.reason)")
        }
        self.folder = folder
        original = (source, status)
        type = if let known { known } else { try Self.identify(source, status, job) }
        do throws(FileError) {
            // Whoever had the lock may have put another file in this one's place.
            guard try folder.statusIfPresent(of: name)?.isSameContent(as: status) == true else {
                throw FileError(.open, output, .changed)
            }
            digest = try source.contentDigest().sha256
            isModified = digest != job.previous?.outputSHA256 && digest != source.contentMark
            if !isModified {
                // A process that was killed may have edited it without a row.
                self.job.previous?.outputSHA256 = digest
                self.job.previous?.outputSize = status.size
            } else if output != job.previous?.output, source.sourceMark?.sha256 != job.previous?.sourceSHA256,
                job.previous?.copies.map(\.sha256).contains(digest) != true
            {
                throw FileError(.open, output, .changed)
            }
        } catch { throw Refusal(error, in: job.folder) }
    }

    private static func identify(
        _ source: OpenFile, _ status: FileStatus, _ job: PictureJob
    ) throws(Refusal) -> ImageType {
        guard status.size > 0 || !OutputName.claimsHandledType(job.relative.name) else {
            throw Refusal(.rejected, "the file is empty (0 bytes)")
        }
        let prefix = try job.folder.orRefuse(source.read(ImageType.magicLength, at: 0))
        let type = PictureFormats.identify(prefix, name: job.relative.name)
        if PictureFormats.description(of: type) != nil {
            // What is not decoded can have any size.
            if let excess = job.folder.options.limits.excess(ofFileOf: status.size) { throw Refusal(.rejected, excess) }
            return type
        }
        guard type == .unknown, OutputName.claimsHandledType(job.relative.name) else { throw .other(type) }
        let start = prefix.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        throw Refusal(
            .rejected, "named as a picture, but its content is not one: it begins with \(start)", type: type)
    }

    /// Whether the source that an earlier output was made from has left.
    func hasLeft(_ previous: PictureRecord) -> Bool {
        // It is the output itself that is worked on.
        guard !job.amendment.isOfOutput else { return false }
        return job.folder.hasLeft(previous, original.status, born: original.file.born)
    }

    // MARK: Whether it is whole

    /// Checks that the source has not changed since it was opened.
    ///
    /// - Parameter bytes: how many were read of it; nil if that is not known.
    func checkUnchanged(bytes: Int?) throws(Refusal) {
        let after = try job.folder.orRefuse(source.status())
        guard after.isSameContent(as: status), after.size == bytes ?? after.size else {
            throw .notReady("it changed while it was read")
        }
    }

    /// Whether it is not known that the source's writers have closed it.
    var isProvisional: Bool {
        job.closed != status && source.isBeingWritten != false
            && !status.isQuiet(for: job.folder.configuration.retireAfter)
    }

    /// Returns what a file that is passed on lacks; nil if it is complete, or its type has no known end.
    ///
    /// - Throws: a refusal while a process writes it, and while what it lacks may still arrive.
    func missingEnd() throws(Refusal) -> String? {
        let (end, isBeingWritten): (StructuralEnd, Bool?)
        do throws(FileError) {
            isBeingWritten = source.isBeingWritten ?? (job.closed == status ? false : nil)
            if let hole = source.hole {
                end = .missing("the bytes of a hole at byte \(hole)")
            } else {
                end = try StructuralEnd.of(source, type: type)
            }
        } catch { throw Refusal(error, in: job.folder) }
        return try missing(end, isBeingWritten: isBeingWritten)
    }

    /// Returns what the file lacks by its end, unless that may still arrive.
    func missing(_ end: StructuralEnd, isBeingWritten: Bool?) throws(Refusal) -> String? {
        let missing: String? = if case .missing(let what) = end { what } else { nil }
        let arriving = ArrivingFile(
            missing: missing, isBeingWritten: isBeingWritten,
            age: PictureEngine.milliseconds() &- status.changed / 1_000_000, settle: job.folder.configuration.settle)
        if let reason = arriving.reasonToWait { throw .notReady(reason) }
        return missing
    }
}

extension Shot {
    /// Whether what the steps find out goes into a sidecar.
    var writesSidecar: Bool { job.folder.configuration.sidecar == .xmp && !job.isInMemory }

    /// Returns the picture as the steps see it, with the facts from its metadata; its type is that of what they edit.
    func stepPicture(by reader: any ContentReader) async throws(Refusal) -> StepPicture {
        let facts: PictureFacts
        do throws(WorkerError) {
            facts = try await reader.facts(source: source.descriptor, limits: job.folder.options.limits)
        } catch {
            throw refusal(error)
        }
        return stepPicture(facts, type: writesSidecar ? .xmp : type)
    }

    /// Returns the file as the steps see it.
    ///
    /// - Parameter type: the type of what they edit.
    func stepPicture(_ facts: PictureFacts, type: ImageType) -> StepPicture {
        var picture = StepPicture(
            type: type, facts: facts, folder: folder, name: job.relative.name,
            source: job.folder.configuration.source)
        picture.subfolder = job.relative.parent
        picture.content = source
        if !job.isInMemory { picture.modified = status.modified }
        if job.amendment.isOfOutput, let previous = job.previous, let output = previous.output {
            picture.delivered = StepPicture.Delivered(name: output.name, sha256: previous.sourceSHA256 ?? [])
            if facts.date == nil, let captured = previous.captured {
                picture.foundDate = CaptureDate(text: captured, offset: previous.capturedOffset, source: .exif)
            }
        }
        return picture
    }

    /// The end of the work on a picture for which a reader has failed.
    func refusal(_ error: WorkerError) -> Refusal {
        if let fault = Fault(error, output: job.folder.output, in: job.folder) { return Refusal(fault) }
        var refusal = Refusal(error.cause == .picture ? .rejected : .deferred, error.description, type: type)
        refusal.isTransient = error.cause == .machine
        refusal.isKill = error.isKill
        return refusal
    }
}
