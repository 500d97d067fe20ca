internal import UprightSteps
internal import Foundation

/// What a dry run of `upright geotag` has found, one row a picture.
struct GeotagTable {
    private static let heading = ["PICTURE", "POSITION", "SOURCE", "CLOCK", "NEAREST FIX"]
    private var rows: [[String]] = []
    private let clockText: String

    /// A table of pictures whose clock is `clockOffset` seconds behind.
    init(clockOffset: Double) {
        clockText = clockOffset == 0 ? "" : String(format: "; %+g s", clockOffset)
    }

    /// Adds a row.
    mutating func add(_ finding: GeotagFinding, path: String) {
        let clock = finding.zone == nil ? finding.clockText : finding.clockText + clockText
        rows.append(
            [path, finding.positionText, finding.sourceText, clock, finding.distanceText].map(TerminalText.safe))
    }

    /// The table, its columns as wide as what stands in them; none without a row.
    var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let all = [Self.heading] + rows
        let widths = Self.heading.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let line = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
                .joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
