internal import UprightBase
internal import UprightEngine
internal import UprightRewriting

/// Shows a run in progress: a bar, lines of text, or JSON.
actor RunListener {
    /// What to show.
    struct Choice: Sendable {
        var isJSON = false
        var isVerbose = false
        var isQuiet = false
    }

    private let choice: Choice
    private let console: Console
    private var bar = ProgressBar()
    private var hasHeading = false

    init(_ choice: Choice, console: Console = .shared) {
        self.choice = choice
        self.console = console
    }

    /// Shows an event of the run.
    func show(_ event: DropFolderRun.Event) {
        switch event {
        case .found(let files, _, let isComplete):
            bar.total = files
            bar.isComplete = isComplete
        case .finished(let result):
            show(result)
            bar.advance()
        case .counted(let files): bar.advance(by: files)
        }
        guard console.errorIsTerminal, !choice.isQuiet else { return }
        if let text = bar.next(width: console.width) { console.draw(bar: text) }
    }

    private func show(_ result: PictureResult) {
        let report = result.report
        if choice.isJSON {
            console.print(result.exactReport.json.serialized)
        } else if choice.isVerbose {
            if !hasHeading {
                console.print(Style.bold(ReportLine.heading, when: console.outputHasColours))
                hasHeading = true
            }
            for line in ReportLine(report: report).lines(colours: console.outputHasColours) { console.print(line) }
        }
        guard !choice.isJSON, !choice.isVerbose else { return }
        switch report.outcome {
        case .rejected, .deferred:
            let name = report.outcome.style(report.outcome.rawValue, when: console.errorHasColours)
            console.error("\(name): \(report.source): \(report.reason)")
        case .normalized, .unchanged, .current, .passed, .ignored:
            guard !choice.isQuiet else { return }
            for warning in report.warnings { console.warning("\(report.source): \(warning)") }
        }
    }
}
