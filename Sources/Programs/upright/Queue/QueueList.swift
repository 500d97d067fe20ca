internal import UprightRewriting
internal import UprightBase
internal import ArgumentParser
internal import Foundation
internal import UprightEngine
internal import UprightFiles
internal import UprightService

/// `upright queue list`: prints a line for each row of the queue.
struct QueueList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists deferred, working, held, rejected and incomplete pictures, and stuck originals.",
        discussion: """
            Each line shows a picture's number, state, number of attempts, time since it was first seen, path, and the reason for \
            its state. An incomplete picture is delivered so far, and its output is made again when the rest arrives. A stuck picture \
            is delivered, and its original could not be moved or deleted. With --state left: the \
            files that stay because their type is not supported. A file that is still settling or waits for a free job is listed once its processing starts.

            Examples:
              upright queue list
              upright queue list --state rejected drop
            """)

    @OptionGroup var selection: QueueSelection
    @OptionGroup var options: StateOptions

    func run() async throws {
        var count = 0
        let unmatched = try await QueueJournal(options).visit(selection) { entries in
            guard !entries.isEmpty else { return }
            if options.json {
                for entry in entries { Console.shared.print(entry.json.serialized) }
            } else {
                if count == 0 { printHead() }
                printRows(entries)
            }
            count += entries.count
        }
        if !options.json { printEnd(count) }
        try QueueJournal.refuse(unmatched)
    }

    private func printHead() {
        let console = Console.shared
        console.print(Style.bold("    id  state     attempts       since  file", when: console.outputHasColours))
    }

    private func printRows(_ entries: [Journal.QueueEntry]) {
        let console = Console.shared
        let now = Date().timeIntervalSince1970
        for entry in entries {
            let record = entry.record
            let state = QueueSelection.State(record)?.rawValue ?? record.outcome?.rawValue ?? record.state.displayName
            let since = record.firstSeen > 0 ? Words.clock(max(now - Double(record.firstSeen) / 1_000, 0)) : "?"
            console.print(
                Words.right("\(entry.id)", 6) + "  " + Words.padded(state, 10) + Words.right("\(record.attempts)", 8)
                    + Words.right(since, 12) + "  \(record.source)")
            let reason = record.original == .stuck ? record.originalReason : record.remark ?? record.reason
            if !reason.isEmpty { console.print(Words.padded("", 40) + reason) }
        }
    }

    private func printEnd(_ count: Int) {
        if count == 0 { return Console.shared.print("the queue is empty") }
        guard selection.state == .left else { return }
        Console.shared.print(
            "others: copy or others: move, in the folder's part of the configuration, passes these files on")
    }
}
