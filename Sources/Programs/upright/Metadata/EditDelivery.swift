internal import UprightBase
internal import ArgumentParser
internal import UprightRewriting
internal import UprightFiles
internal import UprightService
internal import UprightSteps

/// How a command that changes the files that it names delivers and reports them.
struct EditDelivery: ParsableArguments, Sendable {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write changed files to this folder, and leave the sources unchanged.", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Flag(help: "Replace existing files in the output folder.")
    var force = false

    @Flag(help: "Keep a copy of each original under its name with .orig appended.")
    var backup = false

    @Flag(help: "Keep the modification time of changed files.")
    var keepTime = false

    @Flag(name: [.customShort("n"), .long], help: "Write nothing; show what would change.")
    var dryRun = false

    @Flag(help: "Print a line of JSON for each file on standard output.")
    var json = false

    /// Checks that the arguments make sense together.
    func validate(_ files: [String]) throws {
        if files.contains("") || output == "" { throw ValidationError("A path is empty.") }
        if output != nil, backup {
            throw ValidationError("--backup is for files edited in place; --output leaves the originals.")
        }
        if output == nil, force { throw ValidationError("--force needs --output.") }
    }

    /// Works on the files, prints what was done with each, and throws the exit status.
    ///
    /// - Parameters:
    ///   - steps: steps of a pipeline that add their edits to each file.
    ///   - table: a table whose values the files get.
    ///   - journal: where the edits are recorded.
    ///   - sidecar: where the edits go instead of into the pictures.
    func run(
        _ files: [RawPath], steps: [any Step] = [], table: TagSheet? = nil, journal: EditJournal? = nil,
        sidecar: SidecarKind? = nil,
        _ work: @escaping @Sendable (TagRun, RawPath) async -> TagReport
    ) async throws {
        let destination: TagRun.Destination =
            output.map { .folder(RawPath(argument: $0), replacing: force) } ?? .inPlace(backup: backup)
        // Confined workers read and change the files.
        let workers = try await FileWorkers.startingForCommand()
        var tagging = TagRun(
            workers, destination: destination, isDry: dryRun, keepsTime: keepTime, journal: journal)
        tagging.writesSidecars = sidecar != nil
        tagging.table = table
        if !steps.isEmpty {
            do throws(StepError) {
                tagging.steps = try await PreparedSteps(
                    StepEnvironment(steps: steps, reader: workers.reader, limits: workers.limits))
            } catch {
                await workers.shutDown()
                // The step's settings are options here.
                Console.shared.error(error.description.replacing("set.tags-from: ", with: "--tags-from: "))
                throw ExitStatus.rejected
            }
        }
        let run = tagging
        Interrupts.listen()
        var isRejected = false
        var shown = 0
        await workers.run(
            files, keys: run.keys, begins: { Interrupts.signal == 0 },
            { await work(run, $0) }
        ) { report in
            isRejected = isRejected || report.outcome == .rejected
            if json { Console.shared.print(report.json.serialized) } else { show(report) }
            shown += 1
            return !Console.shared.isBroken
        }
        await workers.shutDown()
        if shown < files.count, Interrupts.signal != 0 { throw ExitCode(128 + Interrupts.signal) }
        if isRejected { throw ExitStatus.rejected }
    }

    private func show(_ report: TagReport) {
        let console = Console.shared
        let isChange = report.outcome == .normalized
        let word =
            isChange && dryRun
            ? (report.isUndo ? "would restore" : report.isTurn ? "would turn" : "would edit") : report.word
        if report.outcome == .rejected {
            let shown = report.outcome.style(word, when: console.errorHasColours)
            console.error("\(shown): \(report.source): \(report.reason)")
        } else {
            let beside = report.output.flatMap { report.isSidecar ? " (\($0))" : nil } ?? ""
            console.print(report.outcome.style(word, when: console.outputHasColours) + " \(report.source)\(beside)")
        }
        for change in report.changes {
            if change.what == "pixels", let turn = InspectionSummary.turn(undoing: change.from) {
                console.print("  pixels: \(turn)")
                continue
            }
            let (from, to) = (Self.short(change.from), Self.short(change.to))
            console.print("  \(change.what): \(from.isEmpty ? "" : "\(from) → ")\(to.isEmpty ? "removed" : to)")
        }
        for warning in report.warnings { console.warning("\(report.source): \(warning)") }
    }

    private static func short(_ text: String) -> String {
        let line = ShownText.onOneLine(text)
        return line.count > 80 ? line.prefix(79) + "…" : line
    }
}
