internal import UprightConfiguration
internal import UprightEngine
internal import ArgumentParser
internal import FoundationEssentials

/// Which of the journal's files to process again.
struct SelectionOptions: ParsableArguments {
    @Flag(help: "Only rejected and deferred files.")
    var failed = false

    @Option(
        help: ArgumentHelp(
            "Only files whose last attempt ended at this time or later: 2026-05-01, 2026-05-01T12:00:00Z, or 2h, 7d ago.",
            valueName: "time"))
    var since: String?

    @Flag(help: "Only files delivered with other options or by another version; replaces their outputs.")
    var changed = false

    @Option(
        help: ArgumentHelp(
            "Only files taken in this country, region, city or district; replaces their outputs.",
            valueName: "name"))
    var place: String?

    var isGiven: Bool { failed || since != nil || changed || place != nil }

    func validate() throws { _ = try selection }

    var selection: DropFolderRun.Selection {
        get throws {
            var selection = DropFolderRun.Selection()
            selection.failed = failed
            selection.changed = changed
            selection.place = place
            selection.since = try since.map { try Self.time($0) }
            return selection
        }
    }

    /// The time that `--since` means, in milliseconds since 1970.
    static func time(_ text: String) throws -> Int64 {
        guard let time = milliseconds(text, now: Date()) else {
            throw ValidationError(
                "--since takes a day (2026-05-01), a time (2026-05-01T12:00:00Z) or an age (90min, 2h, 7d).")
        }
        return time
    }

    /// A time in milliseconds since 1970: a day or a time in UTC, or an age before now.
    static func milliseconds(_ text: String, now: Date) -> Int64? {
        if let age = Quantity.duration(text) {
            let milliseconds = now.timeIntervalSince1970 * 1000 - age / .milliseconds(1)
            return Int64(exactly: milliseconds.rounded())
        }
        let whole = text.contains("T") ? text : text + "T00:00:00Z"
        guard let date = try? Date(whole, strategy: .iso8601) else { return nil }
        return Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
    }
}
