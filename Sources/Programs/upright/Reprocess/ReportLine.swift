internal import UprightRewriting
internal import UprightEngine
internal import UprightFormats

/// Formats a report as a line of the table that `--verbose` prints.
struct ReportLine {
    let report: FileReport

    /// The column headings.
    static let heading = line("outcome", "orientation", "pixels", "changes", "time", "file")

    private static func line(
        _ outcome: String, _ orientation: String, _ pixels: String, _ changes: String, _ time: String, _ file: String
    ) -> String {
        Words.padded(outcome, 12) + Words.padded(orientation, 13) + Words.padded(pixels, 20)
            + Words.right(changes, 7) + Words.right(time, 9) + "  " + file
    }

    /// The line, followed by a line for the reason and one for each warning.
    func lines(colours: Bool) -> [String] {
        let name = report.outcome.rawValue
        let text = Self.line(
            name, orientation, pixels, report.changes.isEmpty ? "-" : String(report.changes.count),
            report.seconds > 0 ? Words.duration(report.seconds) : "-", file)
        var lines = [report.outcome.style(name, when: colours) + text.dropFirst(name.count)]
        if !report.reason.isEmpty { lines.append("    " + report.reason) }
        for warning in report.warnings { lines.append("    " + Style.yellow("warning: ", when: colours) + warning) }
        return lines
    }

    private var orientation: String {
        guard let value = report.orientation else { return "-" }
        guard report.outcome == .normalized, value != 1 else { return "\(value)" }
        return report.changes.contains { $0.what.hasSuffix("rientation") } ? "\(value) -> 1" : "\(value)"
    }

    /// How the components were turned: `exact`, `requantized`, or how many of them exactly.
    private var pixels: String {
        guard !report.components.isEmpty else {
            switch report.outcome {
            case .normalized, .unchanged, .current, .passed: return "as they were"
            case .ignored, .rejected, .deferred: return "-"
            }
        }
        let exact = report.components.count { $0.turn == .exact }
        if exact == report.components.count { return "exact" }
        return exact == 0 ? "requantized" : "\(exact) of \(report.components.count) exact"
    }

    private var file: String {
        guard let output = report.output else { return report.source }
        return "\(report.source) -> \(output)"
    }
}
