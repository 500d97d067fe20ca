internal import UprightBase
internal import UprightEngine
internal import UprightService
internal import ArgumentParser
internal import UprightFiles

/// `upright journal verify`: reads every output again and compares it with the journal.
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Reads every output again and compares it with the journal.",
        discussion: """
            Exit status 1 if an output is missing, changed, unreadable or owed: a companion that was not delivered, although \
            its picture was.

            Examples:
              upright journal verify
              upright journal verify --json
            """)

    @OptionGroup var options: StateOptions

    @Flag(name: [.short, .long], help: "Also list the outputs that match.")
    var verbose = false

    func run() async throws {
        let configuration = try options.configuration.load()
        var summary = VerifyRun.Summary()
        if let journal = try StateFolder.journal(of: configuration) {
            let listener = VerifyListener(isJSON: options.json, isVerbose: verbose)
            let run = VerifyRun(journal, jobs: configuration.parallelJobs)
            summary = try await RunGuard.run {
                try await run.run { event in await listener.show(event) }
            }
        }
        if !options.json {
            let parts = VerifyReport.Finding.allCases.filter { summary.count($0) > 0 }
                .map { "\(Words.grouped(summary.count($0))) \($0.rawValue)" }
            Console.shared.print(
                Words.count(summary.outputs, "output") + (parts.isEmpty ? "" : ": ") + parts.joined(separator: ", "))
        }
        if !summary.isGood { throw ExitStatus.rejected }
    }
}

/// Shows the progress and the findings of a verification.
actor VerifyListener {
    private let isJSON: Bool
    private let isVerbose: Bool
    private var bar = ProgressBar()

    init(isJSON: Bool, isVerbose: Bool) {
        self.isJSON = isJSON
        self.isVerbose = isVerbose
        bar.isComplete = true
    }

    /// Shows an event of the verification.
    func show(_ event: VerifyRun.Event) {
        switch event {
        case .found(let outputs): bar.total = outputs
        case .verified(let report):
            bar.advance()
            if isJSON {
                Console.shared.print(report.json.serialized)
            } else if isVerbose || report.finding != .verified {
                let why = report.reason.isEmpty ? "" : ": \(report.reason)"
                Console.shared.print(Words.padded(report.finding.rawValue, 12) + report.output.description + why)
            }
        }
        guard Console.shared.errorIsTerminal else { return }
        if let text = bar.next(width: Console.shared.width) { Console.shared.draw(bar: text) }
    }
}
