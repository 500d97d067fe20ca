internal import ArgumentParser
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightBase
internal import UprightRewriting
internal import UprightService

/// Shows what happened to files: `upright status FILE…`. The daemon tells it; without one, the journal is read.
struct FileFates {
    private let configuration: Configuration
    private let isJSON: Bool

    /// Where the fates are known from.
    private enum Origin {
        case daemon(StatusConfiguration.Address, GenerationSnapshot)
        case journal(Journal?)
    }

    init(_ configuration: Configuration, isJSON: Bool) {
        self.configuration = configuration
        self.isJSON = isJSON
    }

    func run(_ files: [String]) async throws {
        let origin = try await origin()
        var status = ExitStatus.done
        for file in files {
            guard case .path(let path) = QueuePattern(path: file) else { continue }
            let fate = try await fate(of: path, origin)
            let shown = description(fate, path, origin)
            if isJSON {
                Console.shared.print(
                    fate?.json.serialized
                        ?? JSONValue.object([
                            ("source", .string(path.exact)), ("state", .null), ("reason", .string(shown.text)),
                        ]).serialized)
            } else {
                Console.shared.print(Words.padded(shown.word, 12) + shown.text)
            }
            status = worse(status, shown.status)
        }
        if status != ExitStatus.done { throw status }
    }

    private func origin() async throws -> Origin {
        if let daemon = await DaemonClient.daemon(of: configuration) { return .daemon(daemon.address, daemon.snapshot) }
        switch try StateFolder.access(of: configuration) {
        case .journal(let journal): return .journal(journal)
        case .denied(let denial): throw StateFolder.reportSilence(denial)
        }
    }

    private func fate(of path: RawPath, _ origin: Origin) async throws -> PictureFate? {
        switch origin {
        case .journal(nil): return nil
        case .journal(let journal?):
            return try await QueueJournal.reportingErrors { () async throws(JournalError) in
                try await journal.entry(of: path).map { PictureFate($0.record) }
            }
        case .daemon(let address, _):
            guard case .answer(let fate) = await DaemonClient.fate(of: path, at: address) else {
                Console.shared.error("the daemon does not answer; try again, or ask upright status how it is")
                throw ExitStatus.tryAgain
            }
            return fate
        }
    }

    /// What is said of a file: a word, the rest of the line, and the exit status.
    private typealias Shown = (word: String, text: String, status: ExitCode)

    private func description(_ fate: PictureFate?, _ path: RawPath, _ origin: Origin) -> Shown {
        guard let fate else {
            let snapshot: GenerationSnapshot? = if case .daemon(_, let snapshot) = origin { snapshot } else { nil }
            return switch FileProspect(of: path, configuration, snapshot) {
            case .unknown(let reason): ("unknown", "\(path): \(reason)", ExitStatus.rejected)
            case .ignored(let reason): ("ignored", "\(path): \(reason)", ExitStatus.rejected)
            case .waiting(let reason): ("deferred", "\(path): \(reason)", ExitStatus.tryAgain)
            }
        }
        let reason = fate.reason.isEmpty ? "" : ": " + fate.reason
        guard fate.state == PictureRecord.State.finished.rawValue, let outcome = Outcome(rawValue: fate.outcome) else {
            return (fate.state, fate.source + reason, ExitStatus.tryAgain)
        }
        let present = status(of: path)
        if let present, fate.isOlder(than: present) {
            let text = ": it has changed since it was \(fate.outcome), and is looked at again"
            return ("changed", fate.source + text, ExitStatus.tryAgain)
        }
        guard outcome.hasOutput else {
            let advice = fate.isLeft ? "; it stays here: others: copy or others: move (in folders) delivers it" : ""
            return (fate.outcome, fate.source + reason + advice, ExitStatus.rejected)
        }
        let original = fate.originalReason.isEmpty ? "" : "; " + fate.originalReason
        let delivered = fate.source + (fate.output.isEmpty ? "" : " -> " + fate.output)
        if let lacks = fate.lacks {
            let what = lacks.isEmpty ? "" : ": \(lacks)"
            return (
                "incomplete",
                delivered + ": delivered so far, incomplete\(what); the output is made again when the rest arrives"
                    + original, ExitStatus.tryAgain
            )
        }
        if isGone(fate.output), !fate.reason.hasPrefix(PictureRecord.deletion) {
            let text = delivered + ": the output is no longer there"
            // It can be made again as long as its source is there.
            return present == nil
                ? (fate.outcome, text, ExitStatus.done)
                : ("deferred", text + ", and is made again", ExitStatus.tryAgain)
        }
        if fate.owesPlace {
            let text = "; its place is written when the geocoder answers"
            return (fate.outcome, delivered + text + original, ExitStatus.tryAgain)
        }
        return (fate.outcome, delivered + reason + original, ExitStatus.done)
    }

    /// The status of a file; nil if it is not there, or cannot be inspected by this user.
    private func status(of path: RawPath) -> FileStatus? {
        do throws(FileError) { return try FileStore.ownStatus(of: path) } catch { return nil }
    }

    /// Whether an output is not there any more, as far as this user can see.
    private func isGone(_ output: String) -> Bool {
        // The text does not tell bytes that are not UTF-8.
        guard !output.isEmpty, !output.contains("\\x") else { return false }
        do throws(FileError) {
            _ = try FileStore.ownStatus(of: RawPath(output))
            return false
        } catch { return error.isAbsence }
    }

    private func worse(_ first: ExitCode, _ second: ExitCode) -> ExitCode {
        let order = [ExitStatus.done, ExitStatus.tryAgain, ExitStatus.rejected]
        return (order.firstIndex(of: first) ?? 0) < (order.firstIndex(of: second) ?? 0) ? second : first
    }
}
