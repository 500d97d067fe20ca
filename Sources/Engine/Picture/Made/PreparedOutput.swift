internal import UprightFiles
internal import UprightConfiguration
internal import UprightWorker
internal import UprightBase
internal import UprightFormats
internal import UprightRewriting

/// The name, size and digest of a checked output, ready to deliver.
struct PreparedOutput: Sendable {
    var name: [UInt8]
    var bytes: Int
    var sha256: [UInt8]
    /// The SHA-256 of the source.
    var sourceSHA256: [UInt8]
    /// Whether the output is the source's bytes.
    var isSource: Bool
    /// Whether the source's bytes have been copied to the output and checked.
    var isCopied = false
    /// Whether the hidden file lacks nothing but its name.
    var isComplete = false
    /// What the source lacks, as ``PictureRecord/incompleteness`` says it; nil if it is complete.
    var incompleteness: String?
    /// Whether bytes of the source may be missing that can still arrive.
    var isIncomplete: Bool { incompleteness != nil }
    /// Whether it is not known that the source's writers have closed it.
    var isProvisional = false
    var warnings: [String] = []

    /// Notes what the source lacks, if anything.
    mutating func lacks(_ missing: String?) {
        guard let missing else { return }
        incompleteness = "it lacks \(missing)"
        warnings.append("it is incomplete: it lacks \(missing); it is delivered again when the rest arrives")
    }
}

extension Plan {
    /// Checks a processor's answer: the source did not change while it was read, and the written file matches the
    /// answer.
    func checked(_ processed: ProcessedPicture) throws(Refusal) -> PreparedOutput {
        try shot.checkUnchanged(bytes: processed.sourceBytes == 0 ? nil : processed.sourceBytes)
        let report = processed.report
        switch report.outcome {
        case .normalized, .unchanged: break
        case .deferred:
            if let fault = processed.failure.flatMap({ Fault($0, output: output.file.path, in: job.folder) }) {
                throw Refusal(fault)
            }
            var refusal = Refusal.transient(report.reason)
            (refusal.type, refusal.isKill) = (report.type, processed.failure?.isKill == true)
            throw refusal
        default: throw Refusal(report.outcome, report.reason, type: report.type)
        }
        var prepared: PreparedOutput
        switch processed.output {
        case .none: throw Refusal(.rejected, "the processor delivered nothing: a defect in upright", type: report.type)
        case .source: prepared = try unchanged(processed)
        case .written(let bytes, let crc32):
            output.beginWriting(bytes)
            let written = try readBack(bytes: bytes, crc32: crc32, "what was written")
            prepared = PreparedOutput(
                name: outputName(), bytes: bytes, sha256: written.sha256, sourceSHA256: processed.sourceSHA256,
                isSource: false)
        }
        guard !job.amendment.isOfOutput else {
            prepared.sourceSHA256 = job.previous?.sourceSHA256 ?? prepared.sourceSHA256
            return prepared
        }
        try job.folder.orRefuse(judgeCompleteness(&prepared, report))
        return prepared
    }

    /// Digests what a worker has written, and compares it with the worker's answer. Blocks.
    func readBack(bytes: Int, crc32: UInt32, _ what: String) throws(Refusal) -> ContentDigest {
        let written = try job.folder.orRefuse(output.file.contentDigest())
        guard written.bytes == bytes, written.crc32 == crc32, bytes > 0 else {
            throw .transient("\(what) reads back differently (\(written.bytes) bytes of \(bytes))")
        }
        return written
    }

    /// Finds out whether more of the source can be expected: it is incomplete, or its writers may still have it open.
    private func judgeCompleteness(
        _ prepared: inout PreparedOutput, _ report: NormalizationReport
    ) throws(FileError) {
        guard !job.isInMemory else { return }
        prepared.incompleteness = report.incompleteness ?? shot.source.hole.map { "it has a hole at byte \($0)" }
        // Only a damaged picture lacks its end, and every damaged picture has a warning.
        if prepared.isIncomplete || !report.warnings.isEmpty {
            switch try StructuralEnd.of(shot.source, type: shot.type) {
            case .missing(let what): prepared.incompleteness = "it lacks \(what)"
            case .unknown: prepared.incompleteness = prepared.incompleteness ?? "its end is not known"
            case .found: break
            }
        }
        prepared.isProvisional = shot.isProvisional
    }

    /// Checks that the source, which is the output, has the bytes that the processor has read, and digests them.
    ///
    /// If no file has the output's name, the source is copied first and the copy is checked: one SHA-256 of the bytes that
    /// lie in the output is the digest of both, since the keyed digest shows that they are those that the processor has
    /// read, whatever happened to the source between the two reads. What was digested is what is delivered and recorded.
    private func unchanged(_ processed: ProcessedPicture) throws(Refusal) -> PreparedOutput {
        guard let check = processed.sourceCheck, check.isUsable else {
            throw Refusal(
                .rejected, "the processor has sent no check of the source: a defect in upright", type: shot.type)
        }
        let name = outputName()
        let isCopied: Bool
        let read: (bytes: Int, sha256: [UInt8], keyed: [UInt8])
        do throws(FileError) {
            isCopied = try output.isFree(name)
            if isCopied {
                read = try shot.source.copy(to: output.file, digestedUnder: check.key)
                output.beginWriting(shot.status.size)
            } else {
                read = try shot.source.contentDigests(under: check.key)
            }
        } catch { throw Refusal(error, in: job.folder) }
        guard read.bytes == processed.sourceBytes, read.keyed == check.digest else {
            throw .notReady("it changed while it was read")
        }
        return PreparedOutput(
            name: name, bytes: read.bytes, sha256: read.sha256, sourceSHA256: read.sha256, isSource: true,
            isCopied: isCopied)
    }

    /// Copies and checks a file that is passed on as it is. Blocks.
    func passed() throws(Refusal) -> PreparedOutput {
        let missing = try shot.missingEnd()
        let name = outputName()
        let isCopied = try job.folder.orRefuse(output.isFree(name))
        if isCopied { try checkRoom() }
        let content: (bytes: Int, sha256: [UInt8])
        do throws(FileError) {
            content = try isCopied ? shot.source.copyDigested(to: output.file) : shot.source.digest()
            if isCopied { output.beginWriting(content.bytes) }
        } catch { throw Refusal(error, in: job.folder) }
        try shot.checkUnchanged(bytes: content.bytes)
        var prepared = PreparedOutput(
            name: name, bytes: content.bytes, sha256: content.sha256, sourceSHA256: content.sha256, isSource: true,
            isCopied: isCopied)
        prepared.isProvisional = shot.isProvisional
        prepared.lacks(missing)
        return prepared
    }

    /// Has a file that is passed on wait for room for its copy; it can have any size, and the pictures beside it may have room.
    private func checkRoom() throws(Refusal) {
        guard PictureFormats.description(of: shot.type) == nil, let folder = output.folder else { return }
        let room = try job.folder.orRefuse(folder.freeSpace().bytes)
        guard room <= UInt64(clamping: shot.status.size) else { return }
        throw .notReady("its copy needs \(shot.status.size) bytes, and \(room) are free in \(job.folder.output)")
    }

    /// Completes the hidden file: copies the source's bytes if they are the output and were not copied before, and carries
    /// times and attributes over.
    ///
    /// - Returns: warnings about what could not be carried over.
    func complete(_ prepared: PreparedOutput) throws(Refusal) -> [String] {
        guard !prepared.isComplete else { return [] }
        let isToBeCopied = prepared.isSource && !prepared.isCopied
        if isToBeCopied { try checkRoom() }
        let (source, made) = (shot.source, output.file)
        do throws(FileError) {
            if isToBeCopied {
                try source.copy(to: made)
                output.beginWriting(prepared.bytes)
                let copied = try made.contentDigest()
                guard copied.bytes == prepared.bytes, copied.sha256 == prepared.sha256 else {
                    throw FileError(.copy, source.path, .changed)
                }
            }
            var warnings = carriesAttributes ? source.copyUserAttributes(to: made) : []
            let mark = SourceMark(path: FileStore.absolute(job.source), sha256: prepared.sourceSHA256)
            made.mark(job.amendment.isOfOutput ? source.sourceMark ?? mark : mark)
            if job.amendment.isOfOutput, !prepared.isSource { made.markContent(prepared.sha256) }
            try made.setModified(shot.original.status.modified)
            if let atomic = output.atomic, try !atomic.takeRights() {
                warnings.append("its file system does not let it have its source's rights: fewer users may read it")
            }
            return warnings
        } catch { throw Refusal(error, in: job.folder) }
    }
}
