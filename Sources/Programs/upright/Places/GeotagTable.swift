internal import UprightBase
internal import UprightSteps
internal import Foundation

/// The findings of a dry run of `upright geotag`, one row per picture.
struct GeotagTable {
    private static let heading = ["PICTURE", "POSITION", "SOURCE", "CLOCK", "NEAREST FIX"]
    private var rows: [[String]] = []
    private let clockText: String

    /// Creates a table of pictures whose clock is `clockOffset` seconds behind.
    init(clockOffset: Double) {
        clockText = clockOffset == 0 ? "" : String(format: "; %+g s", clockOffset)
    }

    /// Adds a row.
    mutating func add(_ finding: GeotagFinding, path: String) {
        let clock = finding.zone == nil ? finding.clockText : finding.clockText + clockText
        rows.append(
            [path, finding.positionText, finding.sourceText, clock, finding.distanceText].map(ShownText.onOneLine))
    }

    /// The lines of the table, with each column as wide as its longest text; empty without rows.
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
