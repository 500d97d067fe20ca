internal import ArgumentParser
internal import UprightEditing
internal import UprightFiles
internal import UprightJSON
internal import UprightRewriting
internal import UprightService

/// How a command that changes the files that it names delivers and reports them, as its arguments say.
struct EditDelivery: Sendable {
    var output: String?
    var force: Bool
    var backup: Bool
    var keepTime: Bool
    var dryRun: Bool
    var json: Bool

    /// Checks that the arguments make sense together.
    func validate(_ files: [String]) throws {
        if files.contains("") || output == "" { throw ValidationError("A path is empty.") }
        if output != nil, backup {
            throw ValidationError("--backup is for files edited in place; --output leaves the originals.")
        }
        if output == nil, force { throw ValidationError("--force needs --output.") }
    }

    /// Works on the files, prints what was done with each, and throws the exit status.
    func run(
        _ files: [String], _ work: @escaping @Sendable (TagRun, RawPath) async -> TagReport
    ) async throws {
        let destination: TagRun.Destination =
            output.map { .folder(RawPath(argument: $0), replacing: force) } ?? .inPlace(backup: backup)
        // Confined workers read and change the files.
        let workers = try await FileWorkers.startingForCommand()
        let run = TagRun(workers, destination: destination, isDry: dryRun, keepsTime: keepTime)
        Interrupts.listen()
        var isRejected = false
        var shown = 0
        await workers.run(
            files.map { RawPath(argument: $0) }, keys: run.keys, begins: { Interrupts.signal == 0 },
            { await work(run, $0) }
        ) { report in
            isRejected = isRejected || report.outcome == .rejected
            if json { Console.shared.print(report.json.serialized) } else { show(report) }
            shown += 1
            return !Console.shared.isBroken
        }
        await workers.shutDown()
        if Console.shared.isBroken { throw ExitStatus.brokenPipe }
        if shown < files.count, Interrupts.signal != 0 { throw ExitCode(128 + Interrupts.signal) }
        if isRejected { throw ExitStatus.rejected }
    }

    private func show(_ report: TagReport) {
        let console = Console.shared
        let isChange = report.outcome == .normalized
        let word = isChange && dryRun ? (report.isTurn ? "would turn" : "would edit") : report.word
        if report.outcome == .rejected {
            let shown = report.outcome.style(word, when: console.errorHasColours)
            console.error("\(shown): \(report.source): \(report.reason)")
        } else {
            console.print(report.outcome.style(word, when: console.outputHasColours) + " \(report.source)")
        }
        for change in report.changes {
            let (from, to) = (Self.short(change.from), Self.short(change.to))
            console.print("  \(change.what): \(from.isEmpty ? "" : "\(from) → ")\(to.isEmpty ? "removed" : to)")
        }
        for warning in report.warnings { console.warning("\(report.source): \(warning)") }
    }

    private static func short(_ text: String) -> String {
        let line = TerminalText.safe(text)
        return line.count > 80 ? line.prefix(79) + "…" : line
    }
}
