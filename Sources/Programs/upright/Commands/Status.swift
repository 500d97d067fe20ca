internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFormats
internal import UprightRewriting
internal import UprightService
internal import ArgumentParser
internal import FoundationEssentials
internal import UprightFiles

/// `upright status`: shows the daemon's state, the journal's counts and the last failures.
struct Status: AsyncParsableCommand, TakesManyArguments {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows counts by outcome, waiting pictures, and the last failures with their reasons.",
        discussion: """
            Exit status: 0 the daemon is healthy and no drop folder contains a rejected or incomplete file; 1 a drop folder \
            contains one, an original cannot be moved or deleted, a subfolder cannot be read, a folder is paused or not \
            watched, or the daemon does not answer; 3 no daemon is running. With --exit-code: 0 the daemon is healthy, \
            rejected files or not; 1 otherwise. With files: 0 all were delivered; 75 some are not done yet, or are incomplete; \
            1 one was not delivered, or is not known.

            Members of the service's group see what the daemon tells them.

            Examples:
              upright status
              upright status drop/b.jpg
              upright status --exit-code
            """)

    @Argument(
        help: ArgumentHelp("Show what happened to these files instead.", valueName: "file"), completion: .file())
    var files: [GatheredArguments] = []

    @OptionGroup var options: StateOptions

    @Option(help: ArgumentHelp("How many of the last failures to show.", valueName: "n"))
    var failures = StatusReport.standardFailures

    @Flag(help: "Exit with status 1 unless a daemon answers, works, watches all of its folders and is not paused.")
    var exitCode = false

    func validate() throws {
        guard (0...10_000).contains(failures) else {
            throw ValidationError("--failures takes a number from 0 to 10000; found \(failures).")
        }
    }

    func run() async throws {
        let configuration = try options.configuration.load()
        guard files.isEmpty else {
            return try await FileFates(configuration, isJSON: options.json).run(files.texts)
        }
        let (report, mayRetry) = try await report(configuration)
        if options.json {
            Console.shared.print(report.json.serialized)
        } else {
            printText(report)
            if !report.failures.isEmpty {
                Console.shared.print(
                    mayRetry
                        ? "upright queue list shows what is left to do; upright queue retry tries it again."
                        : "upright status FILE shows what happened to a file.")
            }
        }
        if exitCode {
            if report.daemon?.isWell != true { throw ExitStatus.rejected }
        } else if report.presence == .absent {
            throw ExitStatus.notRunning
        } else if !report.isWell {
            throw ExitStatus.rejected
        }
    }

    /// The daemon's own report; without a daemon, the journal's figures.
    ///
    /// - Returns: also whether this user may change the queue.
    private func report(_ configuration: Configuration) async throws -> (StatusReport, mayRetry: Bool) {
        if failures <= StatusReport.maximumServedFailures, let daemon = await DaemonClient.daemon(of: configuration),
            case .answer(let report) = await DaemonClient.report(at: daemon.address, failures: failures)
        {
            return (report, daemon.address == configuration.status.control)
        }
        switch try StateFolder.access(of: configuration) {
        case .journal(let journal):
            let failures = failures
            let report = try await QueueJournal.reportingErrors { () async throws(JournalError) in
                try await StatusReport(configuration, journal: journal, failures: failures)
            }
            return (report, true)
        case .denied(let denial): throw StateFolder.reportSilence(denial)
        }
    }

    private func daemonLine(_ report: StatusReport) -> String {
        switch report.presence {
        case .answering: report.daemon?.line ?? ""
        case .unasked: "running; not asked: status.listen is off"
        case .silent: "no answer: it hangs, or has another version"
        case .absent: "not running"
        }
    }

    private func printFolders(_ folders: [FolderState]) {
        for folder in folders {
            if let remark = folder.remark { Console.shared.print("          " + remark) }
        }
    }

    private func printFigures(_ snapshot: GenerationSnapshot) {
        let console = Console.shared
        console.print(
            "          \(Words.bytes(snapshot.bytes.source)) read, \(Words.bytes(snapshot.bytes.output)) delivered; "
                + "\(Words.count(snapshot.scans, "scan")), \(Words.count(snapshot.overflows, "overflow")), "
                + "\(Words.count(snapshot.workerRestarts, "worker restart")), "
                + (snapshot.retries == 1 ? "1 retry" : "\(snapshot.retries) retries"))
        let stages = Stage.allCases.compactMap { stage -> String? in
            guard let time = snapshot.stages[stage.rawValue], time.count > 0 else { return nil }
            return "\(stage.rawValue) \(Words.duration(time.seconds / Double(time.count)))"
        }
        if !stages.isEmpty { console.print("          on average: " + stages.joined(separator: ", ")) }
    }

    private func printLeft(_ left: [LeftFiles]) {
        guard !left.isEmpty else { return }
        let types = Dictionary(grouping: left, by: \.type).map { type, parts in
            (type, files: parts.reduce(0) { $0 + $1.files }, oldest: parts.map(\.firstSeen.milliseconds).min() ?? 0)
        }
        let now = Date().timeIntervalSince1970
        let parts = types.sorted { ($1.files, $0.0) < ($0.files, $1.0) }.map {
            "\(Words.count($0.files, ReadableFormats.noun(of: ImageType(rawValue: $0.0)))) (for \(Words.clock(max(now - Double($0.oldest) / 1_000, 0))))"
        }
        let bytes = Words.bytes(left.reduce(0) { $0 + $1.bytes.source })
        Console.shared.print(
            "left      " + Words.right(Words.grouped(left.reduce(0) { $0 + $1.files }), 12) + ", \(bytes): "
                + parts.joined(separator: ", ")
                + "; others: copy or move (in folders) delivers them unchanged")
    }

    private func printText(_ report: StatusReport) {
        let console = Console.shared
        let colours = console.outputHasColours
        let summary = report.journal
        console.print(Style.bold("daemon", when: colours) + "     " + daemonLine(report))
        if let snapshot = report.daemon {
            printFigures(snapshot)
            printFolders(report.folders)
            for lack in snapshot.lacks ?? [] { console.print("          " + lack) }
        }
        for (outcome, count) in summary.outcomes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            console.print(Words.padded(outcome, 10) + Words.right(Words.grouped(count), 12))
        }
        if summary.outcomes.isEmpty { console.print("the journal has no finished pictures yet") }
        if !summary.companions.isEmpty {
            let parts = summary.companions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\(Words.grouped($0.value)) \($0.key)" }
            let total = summary.companions.values.reduce(0, +)
            console.print(
                "companions" + Words.right(Words.grouped(total), 12) + ": " + parts.joined(separator: ", ")
                    + (summary.owed > 0 ? "; \(Words.grouped(summary.owed)) of delivered pictures are owed" : ""))
        }
        if summary.waiting > 0 {
            let since = report.longestWait.map { ", the oldest for \(Words.clock($0))" }
            console.print("deferred  " + Words.right(Words.grouped(summary.waiting), 12) + (since ?? ""))
        }
        if report.incomplete > 0 {
            console.print(
                "incomplete" + Words.right(Words.grouped(report.incomplete), 12)
                    + ": delivered so far; upright queue list says what they lack")
        }
        if report.owedPlaces > 0 {
            console.print(
                "places    " + Words.right(Words.grouped(report.owedPlaces), 12)
                    + " of delivered pictures are owed; they are written when the geocoder answers")
        }
        printLeft(report.folders.flatMap { $0.left ?? [] })
        if summary.held > 0 { console.print("held      " + Words.right(Words.grouped(summary.held), 12)) }
        guard !report.failures.isEmpty else { return }
        console.print("")
        console.print(Style.bold("last failures", when: colours))
        for failure in report.failures {
            console.print("  \(failure.outcome)  \(failure.source)")
            console.print("      \(failure.reason)")
        }
    }
}
