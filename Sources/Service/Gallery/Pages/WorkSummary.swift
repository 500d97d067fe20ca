internal import UprightRewriting
internal import UprightAlbums
internal import UprightFiles
internal import Foundation

/// Describes in plain words what was done to a picture.
struct WorkSummary {
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
    /// Those of them that are about the pixels.
    let ofPixels: [String]
    /// How the picture was turned.
    let turned: String
    let changes: [Change]
    let warnings: [String]

    /// The Exif orientation that was applied to the pixels; 1 if they were not turned.
    let orientation: Int
    /// Whether it was turned by a quarter, so that before and after have different shapes.
    let isQuarter: Bool

    init(_ record: PictureRecord?, _ words: GalleryWords, _ dates: DateLanguage) {
        guard let record else {
            sentences = [words["work.none"]]
            (isQuarter, orientation) = (false, 1)
            (ofPixels, turned, changes, warnings) = ([], "", [], [])
            return
        }
        let report: Report
        do { report = try JSONDecoder().decode(Report.self, from: Data(record.report.utf8)) } catch {
            sentences = [words.text("work.unreadable", ["outcome": record.outcome?.rawValue ?? ""])]
            (isQuarter, orientation) = (false, 1)
            (ofPixels, turned, changes, warnings) = ([], "", [], [])
            return
        }
        var sentences: [String] = []
        let isTurned = report.changes.contains { $0.what == "pixels" }
        let turned = words[isTurned ? Self.turn(report.orientation ?? 1) : "work.1"]
        orientation = isTurned ? report.orientation ?? 1 : 1
        isQuarter = (5...8).contains(orientation)
        sentences.append(turned)
        if isTurned {
            let isExact = report.components.allSatisfy { $0.turn == "exact" }
            sentences.append(
                words[isExact ? "work.exact" : "work.requantized"])
        }
        ofPixels = sentences
        let fields = report.changes.filter { $0.what != "pixels" }
        let places = fields.filter { Self.isPlace($0.what) }
        if fields.contains(where: { $0.what.hasPrefix("exif.GPS") }) {
            sentences.append(words["work.position"])
        }
        if !places.isEmpty {
            sentences.append(words.text("work.places", ["names": places.map(\.to).joined(separator: ", ")]))
        }
        if fields.contains(where: { $0.what.hasSuffix("Orientation") }) {
            sentences.append(words["work.tag"])
        }
        let rest = fields.filter {
            !$0.what.hasSuffix("Orientation") && !Self.isPlace($0.what) && !$0.what.contains("GPS")
        }
        if !rest.isEmpty {
            sentences.append(words.count("work.fields", rest.count))
        }
        if report.changes.isEmpty { sentences.append(words["work.copy"]) }
        if record.turned != nil { sentences.append(words["work.byHand"]) }
        if let before = report.bytes?.source, let after = report.bytes?.output {
            sentences.append(
                before == after
                    ? words.text("work.sameSize", ["size": words.size(after)])
                    : words.text("work.size", ["size": words.size(after), "before": words.size(before)]))
        }
        if let finished = record.finished, let date = CivilDate(seconds: Double(finished) / 1000) {
            sentences.append(
                words.text(
                    record.version.isEmpty ? "work.done" : "work.doneBy",
                    ["date": dates.text(date), "version": record.version]))
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

    /// The key of the sentence about the turn of pixels that were stored in an Exif orientation.
    static func turn(_ orientation: Int) -> String { "work.\((1...8).contains(orientation) ? orientation : 1)" }
}
