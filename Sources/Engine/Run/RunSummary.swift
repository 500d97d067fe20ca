internal import UprightBase
package import UprightFormats
internal import UprightFiles
package import UprightRewriting

/// The figures of a run.
package struct RunSummary: Sendable, Hashable {
    /// The number of files by outcome.
    package private(set) var outcomes: [Outcome: Int] = [:]
    /// The files that were ignored, by the reason.
    package private(set) var ignored: [Ignored: Int] = [:]
    /// How many bytes were read and written.
    package private(set) var bytes = (source: 0, output: 0)

    /// How many delivered pictures are owed a place, by a geocoder that has not answered.
    package internal(set) var owedPlaces = 0

    /// Why the geocoder has not answered its last request; nil if it has.
    package internal(set) var geocoderFailure: String?

    /// Why files were ignored.
    package enum Ignored: Sendable, Hashable {
        /// Their type is not handled; the type is nil for files that an earlier run left.
        case type(ImageType?)
        /// Another reason.
        case reason(String)
    }

    package init() {}

    /// Returns how many files had an outcome.
    package func count(_ outcome: Outcome) -> Int { outcomes[outcome] ?? 0 }

    package var files: Int { outcomes.values.reduce(0, +) }

    /// The number of files that have an output.
    package var delivered: Int { outcomes.reduce(0) { $0 + ($1.key.hasOutput ? $1.value : 0) } }

    /// Whether every picture was delivered: none was rejected, and none deferred.
    package var isComplete: Bool { count(.rejected) == 0 && count(.deferred) == 0 }

    mutating func add(_ result: PictureResult) {
        let report = result.report
        add(report.outcome, source: report.bytes.source ?? 0, output: report.bytes.output ?? 0)
        if report.owesPlace { owedPlaces += 1 }
        guard report.outcome == .ignored else { return }
        let type = ImageType(rawValue: report.type)
        ignored[result.record.isUnsupported ? .type(type) : .reason(report.reason), default: 0] += 1
    }

    /// Adds a file of which an earlier run says what became.
    mutating func add(_ known: PictureRecord, as outcome: Outcome) {
        add(outcome, source: known.status.size, output: outcome == .current ? known.outputSize ?? 0 : 0)
        if outcome == .ignored, known.isUnsupported { ignored[.type(nil), default: 0] += 1 }
    }

    private mutating func add(_ outcome: Outcome, source: Int, output: Int) {
        outcomes[outcome, default: 0] += 1
        bytes.source = bytes.source.addingSaturated(source)
        bytes.output = bytes.output.addingSaturated(output)
    }

    mutating func add(_ other: RunSummary) {
        outcomes.merge(other.outcomes) { $0 + $1 }
        ignored.merge(other.ignored) { $0 + $1 }
        bytes.source = bytes.source.addingSaturated(other.bytes.source)
        bytes.output = bytes.output.addingSaturated(other.bytes.output)
    }

    /// Whether two summaries have the same figures.
    package static func == (one: RunSummary, other: RunSummary) -> Bool {
        one.outcomes == other.outcomes && one.bytes == other.bytes
    }

    /// Hashes the figures.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(outcomes)
        hasher.combine(bytes.source)
        hasher.combine(bytes.output)
    }
}
