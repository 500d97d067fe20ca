internal import UprightRewriting
internal import UprightAlbums
internal import UprightJournal
internal import Foundation

/// Describes in plain words what was done to a picture.
struct PictureWork {
    /// A field that was changed.
    struct Change: Decodable {
        var what: String
        var from: String
        var to: String

        private enum CodingKeys: String, CodingKey { case what, from, to }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            what = try container.decode(String.self, forKey: .what)
            from = try container.decodeIfPresent(String.self, forKey: .from) ?? ""
            to = try container.decodeIfPresent(String.self, forKey: .to) ?? ""
        }
    }

    /// The parts of a report that are used.
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

    /// The sentences, with one fact each.
    let sentences: [String]
    /// How the picture was turned.
    let turned: String
    let changes: [Change]
    let warnings: [String]

    init(_ record: PictureRecord?) {
        guard let record else {
            sentences = ["The journal has no record of this picture."]
            (turned, changes, warnings) = ("", [], [])
            return
        }
        let report: Report
        do { report = try JSONDecoder().decode(Report.self, from: Data(record.report.utf8)) } catch {
            sentences = ["It was \(record.outcome?.rawValue ?? "not finished"); the journal's report cannot be read."]
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
                    ? "Nothing was lost: every pixel keeps its value."
                    : "The picture was recompressed with its own settings, because its size allows no exact turn.")
        }
        let fields = report.changes.filter { $0.what != "pixels" }
        let places = fields.filter { Self.isPlace($0.what) }
        if fields.contains(where: { $0.what.hasPrefix("exif.GPS") }) {
            sentences.append("A position was added.")
        }
        if !places.isEmpty {
            sentences.append("Place names were added: \(places.map(\.to).joined(separator: ", ")).")
        }
        if fields.contains(where: { $0.what.hasSuffix("Orientation") }) {
            sentences.append("Its metadata now says that it is upright, so that no program turns it again.")
        }
        let rest = fields.filter {
            !$0.what.hasSuffix("Orientation") && !Self.isPlace($0.what) && !$0.what.contains("GPS")
        }
        if !rest.isEmpty {
            sentences.append(
                "\(NumberText.count(rest.count, "other metadata field")) \(rest.count == 1 ? "was" : "were") adjusted."
            )
        }
        if report.changes.isEmpty { sentences.append("The file is an exact copy.") }
        if let before = report.bytes?.source, let after = report.bytes?.output {
            sentences.append(
                before == after
                    ? "The file size is \(NumberText.size(after)), as before."
                    : "The file size is \(NumberText.size(after)); it was \(NumberText.size(before)).")
        }
        if let finished = record.finished, let date = CivilDate(seconds: Double(finished) / 1000) {
            sentences.append(
                "Done on \(DateLanguage.english.text(date))"
                    + (record.version.isEmpty ? "." : " by upright \(record.version)."))
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

    /// The sentence about the turn of pixels that were stored in an Exif orientation.
    static func turn(_ orientation: Int) -> String {
        switch orientation {
        case 2: "It was mirrored left to right."
        case 3: "It was turned by 180°."
        case 4: "It was mirrored top to bottom."
        case 5: "It was mirrored and turned 90° to the left."
        case 6: "It was turned 90° to the right."
        case 7: "It was mirrored and turned 90° to the right."
        case 8: "It was turned 90° to the left."
        default: "It was upright already."
        }
    }
}
