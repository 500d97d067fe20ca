internal import UprightBase
internal import UprightEngine
internal import UprightService
internal import UprightConfiguration
internal import ArgumentParser
internal import UprightFiles

/// `upright journal`: exports, verifies and prunes the journal.
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Exports, verifies or prunes the journal, the record of every picture.",
        discussion: """
            Examples:
              upright journal export > journal.jsonl
              upright journal verify
            """,
        subcommands: [Export.self, Verify.self, Prune.self])

    /// `upright journal export`: JSON lines.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Prints the last report on each file as a line of JSON.",
            discussion: """
                Examples:
                  upright journal export > journal.jsonl
                  upright journal export --failed --since 7d
                """)

        @OptionGroup var options: StateOptions
        @OptionGroup var selection: ExportSelection

        func run() async throws {
            guard let page = try await QueueJournal(options).reader() else { return }
            let since = try selection.time
            try await QueueJournal.reportingErrors { () async throws(JournalError) in
                var next: Int64? = 0
                while let after = next, !Console.shared.isBroken {
                    let rows = try await page(.all(failed: selection.failed, since: since, after: after))
                    next = rows.next
                    for entry in rows.entries { Console.shared.print(entry.record.exportJSON.serialized) }
                }
            }
        }
    }

    /// Which rows are exported.
    struct ExportSelection: ParsableArguments {
        @Flag(help: "Only rejected and deferred files.")
        var failed = false

        @Option(
            help: ArgumentHelp("Only files whose last attempt ended at this time or later.", valueName: "time"))
        var since: String?

        func validate() throws { _ = try time }

        var time: Int64? {
            get throws { try since.map { try SelectionOptions.time($0) } }
        }
    }

    /// `upright journal prune`: removes rows that are no longer needed.
    struct Prune: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "prune",
            abstract: "Removes the rows of files whose source no longer exists, and frees their space.",
            discussion: """
                The journal is rewritten without gaps. This needs as much free space as the journal occupies, and a running \
                daemon waits until it is done: about a second for 100,000 rows.

                Examples:
                  upright journal prune --older-than 30d
                  upright journal prune --older-than 0s --json
                """)

        @OptionGroup var options: StateOptions

        @Option(
            help: ArgumentHelp(
                "Only rows whose last attempt ended longer ago than this, such as 365d.", valueName: "age"))
        var olderThan: String

        func validate() throws {
            guard Quantity.duration(olderThan) != nil else {
                throw ValidationError("--older-than takes an age with a unit, such as 365d.")
            }
        }

        func run() async throws {
            let configuration = try options.configuration.load()
            guard let journal = try StateFolder.journal(of: configuration, isReadOnly: false),
                let age = Quantity.duration(olderThan)
            else { return }
            do {
                let pruned = try await JournalPruning(journal).prune(olderThan: age)
                let (before, after) = try await journal.compact()
                let bytes = JSONValue.object([("before", .integer(before)), ("after", .integer(after))])
                Console.shared.print(
                    options.json
                        ? JSONValue.object([
                            ("removed", .integer(pruned.removed)), ("kept", .integer(pruned.away)), ("bytes", bytes),
                        ]).serialized
                        : "removed \(Words.count(pruned.removed, "row"))"
                            + (pruned.away == 0
                                ? ""
                                : ", kept \(Words.count(pruned.away, "row")) of files whose folder is away (not mounted?)")
                            + "; size of the journal: \(Words.bytes(before)) before, "
                            + "\(Words.bytes(after)) now")
            } catch {
                Console.shared.error("\(error)")
                throw ExitStatus.rejected
            }
        }
    }
}
