internal import UprightRewriting
internal import UprightBase
internal import ArgumentParser
internal import Foundation
internal import UprightEngine
internal import UprightFiles
internal import UprightService

/// `upright queue show`: prints the whole record of pictures.
struct QueueShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the whole record of the given pictures, including delivered ones.",
        discussion: """
            Examples:
              upright queue show drop/b.jpg
              upright queue show 'drop/IMG_*' --json
            """)

    @OptionGroup var selection: QueueSelection
    @OptionGroup var options: StateOptions

    func validate() throws {
        if selection.pictures.isEmpty {
            throw ValidationError("Expected a path, a glob or a number; upright queue list shows them.")
        }
    }

    func run() async throws {
        let found = try await QueueJournal(options).find(selection)
        for entry in found.entries {
            if options.json { Console.shared.print(entry.json.serialized) } else { printText(entry) }
        }
        try QueueJournal.refuse(found.unmatched)
    }

    private func printText(_ entry: Journal.QueueEntry) {
        let record = entry.record
        func time(_ milliseconds: Int64) -> String {
            Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
        }
        var lines = [
            ("number", "\(entry.id)"), ("state", record.state.displayName), ("outcome", record.outcome?.rawValue ?? ""),
            ("reason", record.remark ?? record.reason), ("type", record.type),
            ("bytes", Words.grouped(record.status.size)),
            ("output", record.output.map(\.description) ?? ""), ("attempts", "\(record.attempts)"),
            ("interruptions", record.interruptions > 0 ? "\(record.interruptions)" : ""),
            ("first seen", record.firstSeen > 0 ? time(record.firstSeen) : ""),
            ("last attempt", record.finished.map(time) ?? ""),
        ]
        // Small numbers mean "at once".
        if record.state == .waiting, record.nextTry > 1_000 { lines.append(("next attempt", time(record.nextTry))) }
        Console.shared.print(Style.bold(record.source.description, when: Console.shared.outputHasColours))
        for (name, value) in lines where !value.isEmpty {
            Console.shared.print("  " + Words.padded(name, 15) + value)
        }
    }
}

extension Journal.QueueEntry {
    /// The row as `upright journal export` prints it, with its number.
    var json: JSONValue {
        guard case .object(let members) = record.exportJSON else { return record.exportJSON }
        return .object([("id", .integer(Int(id)))] + members)
    }
}
