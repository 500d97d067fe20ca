internal import UprightConfiguration
internal import UprightWorker
internal import UprightDigests
internal import UprightFiles
internal import UprightContainers
internal import UprightRewriting

/// What is to be delivered, checked: its name, size and digest.
struct PreparedOutput: Sendable {
    var name: [UInt8]
    var bytes: Int
    var sha256: [UInt8]
    /// Whether the output is the source's own bytes, which are not written yet.
    var isSource: Bool
    var isIncomplete = false
    var warnings: [String] = []
}

extension PictureInHand {
    /// Checks a processor's answer: the source did not change while it was read, and what was written is what the
    /// answer says.
    func checked(_ processed: ProcessedPicture, against work: PictureWork) throws(Refusal) -> PreparedOutput {
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
        let name = OutputName.name(
            of: job.outputName ?? job.relative.name, type: type, correcting: job.folder.configuration.correctExtension)
        var prepared: PreparedOutput
        switch processed.output {
        case .none: throw Refusal(.rejected, "the processor delivered nothing: a defect in upright", type: report.type)
        case .source:
            prepared = PreparedOutput(
                name: name, bytes: status.size, sha256: processed.sourceSHA256, isSource: true)
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
            prepared = PreparedOutput(name: name, bytes: bytes, sha256: written.sha256, isSource: false)
        }
        // Only a damaged picture can be an incomplete one, and none is damaged without a warning.
        if !report.warnings.isEmpty {
            do { prepared.isIncomplete = try StructuralEnd.of(source, type: type) != .found } catch {
                throw Refusal(error, in: job.folder)
            }
        }
        return prepared
    }

    /// Has the disk busy while the processor digests what was made. With a small file there is nothing to be gained.
    private func beginWriting(_ bytes: Int) {
        if bytes >= 1 << 18 { made.beginWriting() }
    }

    /// Completes the hidden file: copies the source's bytes where they are the output, carries times and attributes.
    ///
    /// - Returns: what could not be carried.
    func complete(_ prepared: PreparedOutput) throws(Refusal) -> [String] {
        do throws(FileError) {
            if prepared.isSource {
                try source.copy(to: made)
                beginWriting(prepared.bytes)
                let copied = try made.contentDigest()
                guard copied.bytes == prepared.bytes, copied.sha256 == prepared.sha256 else {
                    throw FileError(.copy, source.path, code: Self.copiedDifferently)
                }
            }
            let warnings = source.copyUserAttributes(to: made)
            try made.setModified(status.modified)
            return warnings
        } catch {
            if error.code == Self.copiedDifferently { throw .notReady("it changed while it was copied") }
            throw Refusal(error, in: job.folder)
        }
    }
}
