internal import UprightAlbums
internal import UprightJournal
internal import Foundation

/// What was done to a picture, in plain words.
struct PictureWork {
    /// A field that was changed.
    struct Change: Decodable {
        var what: String
        var from: String
        var to: String
    }

    /// The parts of a report that are told.
    private struct Report: Decodable {
        struct Component: Decodable {
            var id: Int
            var turn: String
        }
        struct Pair: Decodable {
            var source: Int?
            var output: Int?
        }
        var outcome: String
        var orientation: Int?
        var changes: [Change]
        var components: [Component]
        var warnings: [String]
        var bytes: Pair?
    }

    /// One thing a sentence.
    let sentences: [String]
    /// How the picture was turned.
    let turned: String
    let changes: [Change]
    let warnings: [String]

    init(_ record: PictureRecord?) {
        guard let record else {
            sentences = ["Nothing is known of this picture's way here: it is not in the journal."]
            (turned, changes, warnings) = ("", [], [])
            return
        }
        let report: Report
        do { report = try JSONDecoder().decode(Report.self, from: Data(record.report.utf8)) } catch {
            sentences = ["It was \(record.outcome ?? "not finished"); the journal's report of it cannot be read."]
            (turned, changes, warnings) = ("", [], [])
            return
        }
        var sentences: [String] = []
        let isTurned = report.changes.contains { $0.what == "pixels" }
        let turned = isTurned ? Self.turn(report.orientation ?? 1) : "It was not turned: it was upright already."
        sentences.append(turned)
        if isTurned {
            let isExact = report.components.allSatisfy { $0.turn == "exact" }
            sentences.append(
                isExact
                    ? "Nothing was lost: every pixel's value is kept."
                    : "The picture was compressed anew with its own settings, since its size allows no exact turn.")
        }
        let fields = report.changes.filter { $0.what != "pixels" }
        let places = fields.filter { Self.isPlace($0.what) }
        if fields.contains(where: { $0.what.hasPrefix("exif.GPS") }) {
            sentences.append("A position was written into it.")
        }
        if !places.isEmpty {
            sentences.append("Names of its place were written into it: \(places.map(\.to).joined(separator: ", ")).")
        }
        if fields.contains(where: { $0.what.hasSuffix("Orientation") }) {
            sentences.append("Its metadata now say that it is upright, so that no program turns it again.")
        }
        let rest = fields.filter {
            !$0.what.hasSuffix("Orientation") && !Self.isPlace($0.what) && !$0.what.contains("GPS")
        }
        if !rest.isEmpty {
            sentences.append(
                "\(NumberText.count(rest.count, "other metadata field")) \(rest.count == 1 ? "was" : "were") fitted to it."
            )
        }
        if report.changes.isEmpty { sentences.append("The file is an exact copy.") }
        if let before = report.bytes?.source, let after = report.bytes?.output {
            sentences.append(
                before == after
                    ? "The file has \(NumberText.size(after)), as before."
                    : "The file has \(NumberText.size(after)); it had \(NumberText.size(before)).")
        }
        if let finished = record.finished, let date = CivilDate(seconds: Double(finished) / 1000) {
            sentences.append(
                "Done on \(date.text)" + (record.version.isEmpty ? "." : " by upright \(record.version)."))
        }
        self.sentences = sentences
        self.turned = turned
        changes = report.changes
        warnings = report.warnings
    }

    private static func isPlace(_ what: String) -> Bool {
        ["City", "State", "Country", "CountryCode", "Location", "2:90", "2:95", "2:100", "2:101", "2:92"].contains {
            what.hasSuffix($0)
        }
    }

    /// What was done to pixels that lay in one of Exif's orientations.
    static func turn(_ orientation: Int) -> String {
        switch orientation {
        case 2: "It was mirrored left to right."
        case 3: "It was turned by half a turn."
        case 4: "It was mirrored top to bottom."
        case 5: "It was mirrored and turned a quarter to the left."
        case 6: "It was turned a quarter to the right."
        case 7: "It was mirrored and turned a quarter to the right."
        case 8: "It was turned a quarter to the left."
        default: "It was upright already."
        }
    }
}
