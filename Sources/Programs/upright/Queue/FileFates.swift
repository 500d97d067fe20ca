internal import ArgumentParser
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightJSON
internal import UprightJournal
internal import UprightService

/// Shows what became of files: `upright status FILE…`. Members of the service's group ask the daemon, others read the journal.
struct FileFates {
    private let configuration: Configuration
    private let access: StateFolder.Access
    private let isJSON: Bool

    init(_ configuration: Configuration, _ access: StateFolder.Access, isJSON: Bool) {
        self.configuration = configuration
        self.access = access
        self.isJSON = isJSON
    }

    func run(_ files: [String]) async throws {
        if case .denied(let denial) = access {
            guard await DaemonClient.snapshot(of: configuration) != nil else { throw StateFolder.reportSilence(denial) }
        }
        var status = ExitStatus.done
        for file in files {
            guard case .path(let path) = QueuePattern(path: file) else { continue }
            let fate = try await fate(of: path)
            if isJSON {
                Console.shared.print(
                    fate?.json.serialized
                        ?? JSONValue.object([("source", .string(path.exact)), ("state", .null)]).serialized)
            } else {
                Console.shared.print(TerminalText.safe(text(fate, path)))
            }
            status = worse(status, exitStatus(fate, path))
        }
        if status != ExitStatus.done { throw status }
    }

    private func fate(of path: RawPath) async throws -> PictureFate? {
        switch access {
        case .journal(nil): return nil
        case .journal(let journal?):
            return try await QueueJournal.reportingErrors { () async throws(JournalError) in
                try await journal.entry(of: path).map { PictureFate($0.record) }
            }
        case .denied(let denial):
            guard case .answer(let fate) = await DaemonClient.sharedFate(of: path) else {
                throw StateFolder.reportSilence(denial)
            }
            return fate
        }
    }

    /// The drop folder that a file is in; nil if it is in none.
    private func folder(of path: RawPath) -> String? {
        configuration.folders.first { path.relative(to: RawPath($0.source)).map { !$0.isEmpty } ?? false }?.source
    }

    private func text(_ fate: PictureFate?, _ path: RawPath) -> String {
        guard let fate else {
            guard let folder = folder(of: path) else {
                let folders = configuration.folders.map(\.source).joined(separator: ", ")
                return "unknown     \(path): it is in no drop folder: \(folders)"
            }
            guard FileStore.exists(path) else {
                return "unknown     \(path): there is no such file, and no record of one"
            }
            return
                "waiting     \(path): no record of it yet; it is processed when it has not changed for a while (settle), "
                + "unless its name is ignored (\(folder))"
        }
        let word = isDecided(fate) ? fate.outcome : fate.state
        let reason = fate.reason.isEmpty ? "" : ": " + fate.reason
        let output = fate.output.isEmpty || !isDecided(fate) ? "" : " -> " + fate.output
        let advice = fate.isLeft ? "; it stays here: others: copy or others: move (in folders) passes it on" : ""
        let original = fate.originalReason.isEmpty ? "" : "; " + fate.originalReason
        return Words.padded(word, 12) + fate.source + output + reason + advice + original
    }

    private func isDecided(_ fate: PictureFate) -> Bool {
        fate.state == PictureRecord.State.finished.rawValue && !fate.outcome.isEmpty
    }

    private func exitStatus(_ fate: PictureFate?, _ path: RawPath) -> ExitCode {
        guard let fate else {
            return folder(of: path) != nil && FileStore.exists(path) ? ExitStatus.tryAgain : ExitStatus.rejected
        }
        guard isDecided(fate) else { return ExitStatus.tryAgain }
        return ["rejected", "ignored"].contains(fate.outcome) ? ExitStatus.rejected : ExitStatus.done
    }

    private func worse(_ first: ExitCode, _ second: ExitCode) -> ExitCode {
        let order = [ExitStatus.done, ExitStatus.tryAgain, ExitStatus.rejected]
        return (order.firstIndex(of: first) ?? 0) < (order.firstIndex(of: second) ?? 0) ? second : first
    }
}
