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
}

extension OpenPicture {
    /// Checks a processor's answer: the source did not change while it was read, and the written file matches the
    /// answer.
    func checked(_ processed: ProcessedPicture) throws(Refusal) -> PreparedOutput {
        let after: FileStatus
        do { after = try source.status() } catch { throw Refusal(error, in: job.folder) }
        guard after.isSameContent(as: status), after.size == processed.sourceBytes || processed.sourceBytes == 0 else {
            throw .notReady("it changed while it was read")
        }
        let report = processed.report
        switch report.outcome {
        case .normalized, .unchanged: break
        case .deferred:
            if let fault = processed.failure.flatMap({ Fault($0, output: made.path, in: job.folder) }) {
                throw Refusal(fault)
            }
            var refusal = Refusal(.deferred, report.reason, type: report.type)
            refusal.isTransient = true
            refusal.isKill = processed.failure?.isKill == true
            throw refusal
        default: throw Refusal(report.outcome, report.reason, type: report.type)
        }
        let name = outputName()
        var prepared: PreparedOutput
        switch processed.output {
        case .none: throw Refusal(.rejected, "the processor delivered nothing: a defect in upright", type: report.type)
        case .source:
            prepared = try unchanged(processed, as: name)
        case .written(let bytes, let crc32):
            beginWriting(bytes)
            let written: ContentDigest
            do { written = try made.contentDigest() } catch { throw Refusal(error, in: job.folder) }
            guard written.bytes == bytes, written.crc32 == crc32, bytes > 0 else {
                var refusal = Refusal(
                    .deferred, "what was written reads back differently (\(written.bytes) bytes of \(bytes))")
                refusal.isTransient = true
                throw refusal
            }
            prepared = PreparedOutput(
                name: name, bytes: bytes, sha256: written.sha256, sourceSHA256: processed.sourceSHA256, isSource: false)
        }
        guard !job.amendment.isOfOutput else {
            prepared.sourceSHA256 = job.previous?.sourceSHA256 ?? prepared.sourceSHA256
            return prepared
        }
        do throws(FileError) { try judgeCompleteness(&prepared, report) } catch {
            throw Refusal(error, in: job.folder)
        }
        return prepared
    }

    /// Finds out whether more of the source can be expected: it is incomplete, or its writers may still have it open.
    private func judgeCompleteness(
        _ prepared: inout PreparedOutput, _ report: NormalizationReport
    ) throws(FileError) {
        guard !job.isInMemory else { return }
        prepared.incompleteness = report.incompleteness ?? source.hole.map { "it has a hole at byte \($0)" }
        // Only a damaged picture lacks its end, and every damaged picture has a warning.
        if prepared.isIncomplete || !report.warnings.isEmpty {
            switch try StructuralEnd.of(source, type: type) {
            case .missing(let what): prepared.incompleteness = "it lacks \(what)"
            case .unknown: prepared.incompleteness = prepared.incompleteness ?? "its end is not known"
            case .found: break
            }
        }
        prepared.isProvisional = isProvisional
    }

    /// Whether it is not known that the source's writers have closed it.
    var isProvisional: Bool {
        job.closed != status && source.isBeingWritten != false
            && !status.isQuiet(for: job.folder.configuration.retireAfter)
    }

    /// Checks that the source, which is the output, has the bytes that the processor has read, and digests them.
    ///
    /// If no file has the output's name, the source is copied first and the copy is checked: one SHA-256 of the bytes that
    /// lie in the output is the digest of both, since the keyed digest shows that they are those that the processor has
    /// read, whatever happened to the source between the two reads. What was digested is what is delivered and recorded.
    private func unchanged(_ processed: ProcessedPicture, as name: [UInt8]) throws(Refusal) -> PreparedOutput {
        guard let check = processed.sourceCheck, check.isUsable else {
            throw Refusal(.rejected, "the processor has sent no check of the source: a defect in upright", type: type)
        }
        let isCopied: Bool
        let read: (bytes: Int, sha256: [UInt8], keyed: [UInt8])
        do throws(FileError) {
            isCopied = try isFree(name)
            if isCopied {
                read = try source.copy(to: made, digestedUnder: check.key)
                beginWriting(status.size)
            } else {
                read = try source.contentDigests(under: check.key)
            }
        } catch {
            throw Refusal(error, in: job.folder)
        }
        guard read.bytes == processed.sourceBytes, read.keyed == check.digest else {
            throw .notReady("it changed while it was read")
        }
        return PreparedOutput(
            name: name, bytes: read.bytes, sha256: read.sha256, sourceSHA256: read.sha256, isSource: true,
            isCopied: isCopied)
    }

    /// Whether there is an output folder, and no file has a name in it.
    func isFree(_ name: [UInt8]) throws(FileError) -> Bool {
        guard let outputFolder else { return false }
        let name = try outputFolder.accepted(name, isTried: false)
        return try outputFolder.statusIfPresent(of: RawPath(bytes: name)) == nil
    }

    /// Starts writing the output to disk while its digest is computed. A small file would gain nothing.
    private func beginWriting(_ bytes: Int) {
        if bytes >= PictureAttempt.smallBytes { made.beginWriting() }
    }

    /// Completes the hidden file: copies the source's bytes if they are the output and were not copied before, and carries
    /// times and attributes over.
    ///
    /// - Returns: warnings about what could not be carried over.
    func complete(_ prepared: PreparedOutput) throws(Refusal) -> [String] {
        guard !prepared.isComplete else { return [] }
        if prepared.isSource, !prepared.isCopied { try checkRoom() }
        do throws(FileError) {
            if prepared.isSource, !prepared.isCopied {
                try source.copy(to: made)
                beginWriting(prepared.bytes)
                let copied = try made.contentDigest()
                guard copied.bytes == prepared.bytes, copied.sha256 == prepared.sha256 else {
                    throw FileError(.copy, source.path, .changed)
                }
            }
            var warnings = carriesAttributes ? source.copyUserAttributes(to: made) : []
            let mark = SourceMark(path: FileStore.absolute(job.source), sha256: prepared.sourceSHA256)
            made.mark(job.amendment.isOfOutput ? source.sourceMark ?? mark : mark)
            if job.amendment.isOfOutput, !prepared.isSource { made.markContent(prepared.sha256) }
            try made.setModified(original.status.modified)
            if let atomic, try !atomic.takeRights() {
                warnings.append("its file system does not let it have its source's rights: fewer users may read it")
            }
            return warnings
        } catch {
            throw Refusal(error, in: job.folder)
        }
    }
}
