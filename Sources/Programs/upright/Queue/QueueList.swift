internal import UprightJSON
internal import ArgumentParser
internal import Foundation
internal import UprightEngine
internal import UprightFiles
internal import UprightJournal
internal import UprightService

/// `upright queue list`: a line for each row of the queue.
struct QueueList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists what waits, is worked on, is held or was rejected.",
        discussion: """
            A line shows number, state, tries, how long ago the file was first seen, its path, and why it is where it is. Files \
            that settle or wait for a free job of the daemon come on record when they are begun, and are not listed before.
            """)

    @OptionGroup var selection: QueueSelection
    @OptionGroup var options: StateOptions

    func run() async throws {
        let found = try await QueueJournal(options).find(selection)
        if options.json {
            for entry in found.entries { Console.shared.print(entry.json.serialized) }
        } else {
            printTable(found.entries)
        }
        try QueueJournal.refuse(found.unmatched)
    }

    private func printTable(_ entries: [Journal.QueueEntry]) {
        let console = Console.shared
        guard !entries.isEmpty else { return console.print("nothing is in the queue") }
        console.print(Style.bold("    id  state     tries       since  file", when: console.outputHasColours))
        let now = Date().timeIntervalSince1970
        for entry in entries {
            let record = entry.record
            let state = QueueSelection.State(record).rawValue
            let since = record.firstSeen > 0 ? Words.clock(max(now - Double(record.firstSeen) / 1_000, 0)) : "?"
            console.print(
                Words.right("\(entry.id)", 6) + "  " + Words.padded(state, 8) + Words.right("\(record.attempts)", 7)
                    + Words.right(since, 12) + "  \(record.source)")
            if !record.reason.isEmpty { console.print(Words.padded("", 37) + record.reason) }
        }
    }
}
