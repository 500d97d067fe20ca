internal import UprightConfiguration
internal import UprightDigests
internal import UprightFiles
internal import Glibc
internal import UprightJournal
internal import UprightRewriting

/// What is to be done about the output's name.
struct DeliveryDecision: Sendable {
    var delivery: Delivery
    var isCurrent = false
    /// The output's name, where it is another than was expected.
    var name: [UInt8]?
    var warnings: [String] = []
}

extension PictureInHand {
    static let copiedDifferently = ESTALE

    /// Looks at what stands under the output's name, and decides.
    ///
    /// Nothing: the output is delivered. The same bytes: it is current. Other bytes: a rejection, except with `--force`,
    /// or where the journal proves that what stands was made of this very source and has not been touched since, and
    /// the source was incomplete then or the work is done again on purpose.
    func decision(
        _ prepared: PreparedOutput, for work: PictureWork, force: Bool, written: WrittenNames
    ) throws(Refusal) -> DeliveryDecision {
        let standing = try standing(prepared)
        switch standing {
        case .same(let file, let folder):
            return DeliveryDecision(delivery: confirmation(of: file, in: folder, prepared), isCurrent: true)
        case .nothing:
            return try delivery(prepared, replacing: false, written: force ? written : nil)
        case .other(let sha256):
            if let sha256, isOwn(sha256, prepared, work) {
                return try delivery(prepared, replacing: true, written: nil)
            }
            if !force, let change = try changed(prepared, standing: sha256) { return change }
            let path = job.folder.output.appending(job.relative.parent).appending(name: prepared.name)
            guard force else {
                throw Refusal(
                    .rejected, "the output \(path) stands already with other bytes; --force replaces it", type: type)
            }
            return try delivery(prepared, replacing: true, written: written)
        case .source:
            let reason = "the output would replace \(job.source), its own source; give another output"
            throw Refusal(.rejected, reason, type: type)
        case .unlike(let kind):
            let path = job.folder.output.appending(job.relative.parent).appending(name: prepared.name)
            throw Refusal(.rejected, "a \(kind.rawValue) stands where the output \(path) belongs", type: type)
        }
    }

    private enum Standing {
        case nothing
        case same(OpenFile, OpenFolder)
        /// A file with other bytes, and their digest; nil where the sizes differ already.
        case other(sha256: [UInt8]?)
        case unlike(FileStatus.Kind)
        /// The very file that the output was made of.
        case source
    }

    private func standing(_ prepared: PreparedOutput) throws(Refusal) -> Standing {
        do throws(FileError) {
            let folder: OpenFolder
            if let outputFolder {
                folder = outputFolder
            } else {
                folder = try job.folder.open(job.folder.output).folder(job.relative.parent)
            }
            let name = RawPath(bytes: prepared.name)
            guard let status = try folder.statusIfPresent(of: name) else { return .nothing }
            guard status.kind == .regular else { return .unlike(status.kind) }
            if status.device == self.status.device, status.inode == self.status.inode, !prepared.isSource {
                return .source
            }
            if status.size != prepared.bytes, job.previous?.outputSize != status.size { return .other(sha256: nil) }
            let file = try folder.file(name)
            let content = try file.contentDigest()
            if content.bytes == prepared.bytes, content.sha256 == prepared.sha256 { return .same(file, folder) }
            return .other(sha256: content.sha256)
        } catch {
            if error.isAbsence { return .nothing }
            throw Refusal(error, in: job.folder)
        }
    }

    /// An output that this journal has made durable needs no second sync; any other does, since whoever wrote it may
    /// have been killed before its own.
    private func confirmation(of file: OpenFile, in folder: OpenFolder, _ prepared: PreparedOutput) -> Delivery {
        let isOnRecord = job.previous?.isDelivered == true && job.previous?.outputSHA256 == prepared.sha256
        return isOnRecord ? .none : .confirm(file, in: folder)
    }

    private func isOwn(_ standing: [UInt8], _ prepared: PreparedOutput, _ work: PictureWork) -> Bool {
        guard let previous = job.previous, previous.outputSHA256 == standing,
            previous.output == job.folder.output.appending(job.relative.parent).appending(name: prepared.name)
        else { return false }
        let isSameSource = previous.sourceSHA256 != nil && previous.sourceSHA256 == work.record.sourceSHA256
        return previous.isIncomplete || (job.replacesOwn && isSameSource)
    }

    /// What is done with a source that was edited after it had come out (`on-change`); nil where it is rejected.
    private func changed(_ prepared: PreparedOutput, standing: [UInt8]?) throws(Refusal) -> DeliveryDecision? {
        let place = job.folder.output.appending(job.relative.parent)
        guard let previous = job.previous, let output = previous.output, output.parent == place else { return nil }
        switch job.folder.configuration.onChange {
        case .reject: return nil
        case .replace:
            // Only what is on record as made of this source gives way.
            guard let standing, previous.outputSHA256 == standing, output.name == prepared.name else { return nil }
            return try delivery(prepared, replacing: true, written: nil)
        case .version:
            let (stem, suffix) = OutputName.split(prepared.name)
            for number in 2...9_999 {
                var version = prepared
                version.name = stem + "-\(number)".utf8 + (suffix.map { [OutputName.dot] + $0 } ?? [])
                var decision: DeliveryDecision
                switch try self.standing(version) {
                case .same(let file, let folder):
                    decision = DeliveryDecision(delivery: confirmation(of: file, in: folder, version), isCurrent: true)
                case .nothing: decision = try delivery(version, replacing: false, written: nil)
                case .other, .unlike, .source: continue
                }
                decision.name = version.name
                return decision
            }
            return nil
        }
    }

    private func delivery(
        _ prepared: PreparedOutput, replacing: Bool, written: WrittenNames?
    ) throws(Refusal) -> DeliveryDecision {
        let path = job.folder.output.appending(job.relative.parent).appending(name: prepared.name)
        if let written, !written.take(path) {
            throw Refusal(.rejected, "another source of this run has the same output name, \(path)", type: type)
        }
        guard let atomic else { return DeliveryDecision(delivery: .none) }
        let warnings = try complete(prepared)
        return DeliveryDecision(
            delivery: .publish(atomic, as: prepared.name, replacing: replacing), warnings: warnings)
    }
}
