internal import ArgumentParser
internal import FoundationEssentials
internal import Journal
internal import Pipeline

/// `upright status`: what the daemon does, what is on record, the last failures.
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows counts by outcome, what is waiting, and the last failures with their reasons.")

    @OptionGroup var options: StateOptions

    @Option(help: ArgumentHelp("How many failures are shown.", valueName: "n"))
    var failures = 20

    func validate() throws {
        guard (0...100_000).contains(failures) else { throw ValidationError("--failures takes a number from 0 on.") }
    }

    func run() async throws {
        let configuration = try ConfigurationOption.loadOrFind(options.config)
        let daemon = configuration.status.listen.flatMap { StatusClient.body(at: $0, path: "/status") }
        var summary = Journal.Summary()
        do {
            if let journal = try StateFolder.journal(of: configuration) {
                summary = try await journal.summary(failures: failures)
            }
        } catch let error as JournalError {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.rejected
        }
        if options.json {
            printJSON(summary, daemon: daemon)
        } else {
            printText(summary, daemon: daemon, listens: configuration.status.listen != nil)
        }
    }

    private func printJSON(_ summary: Journal.Summary, daemon: String?) {
        func counts(_ values: [String: Int]) -> JSONValue {
            .object(values.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
        }
        let failures = summary.failures.map { JournalEntry(record: $0).json }
        let record = JSONValue.object([
            ("outcomes", counts(summary.outcomes)), ("types", counts(summary.types)),
            ("waiting", .integer(summary.waiting)), ("oldestWaiting", JournalEntry.time(summary.oldestWaiting)),
            ("failures", .array(failures)),
        ])
        // The daemon's object is JSON already.
        let text = record.serialized.dropFirst()
        Console.shared.print("{\"daemon\":\(daemon ?? "null"),\(text)")
    }

    private func printText(_ summary: Journal.Summary, daemon: String?, listens: Bool) {
        let console = Console.shared
        let colours = console.outputHasColours
        if let daemon {
            console.print(Style.bold("daemon", when: colours) + "     " + DaemonLine.text(daemon))
        } else {
            let why = listens ? "not running" : "not asked: status.listen is off"
            console.print(Style.bold("daemon", when: colours) + "     " + why)
        }
        for (outcome, count) in summary.outcomes.sorted(by: { $0.value > $1.value }) {
            console.print(Words.padded(outcome, 10) + Words.right(Words.grouped(count), 12))
        }
        if summary.outcomes.isEmpty { console.print("nothing is on record yet") }
        if summary.waiting > 0 {
            let since = summary.oldestWaiting.map {
                ", the oldest for \(Words.clock(Date().timeIntervalSince1970 - Double($0) / 1000))"
            }
            console.print("waiting   " + Words.right(Words.grouped(summary.waiting), 12) + (since ?? ""))
        }
        guard !summary.failures.isEmpty else { return }
        console.print("")
        console.print(Style.bold("last failures", when: colours))
        for record in summary.failures {
            console.print("  \(record.outcome ?? "")  \(record.source)")
            console.print("      \(record.reason)")
        }
        console.print("upright reprocess --config FILE --failed tries them again.")
    }
}

/// The daemon's own words on itself.
enum DaemonLine {
    private struct Answer: Decodable {
        var waiting: Int
        var inHand: Int
        var workerRestarts: Int
        var overflows: Int
        var isPaused: Bool
        var isAlive: Bool
        var isReady: Bool
    }

    /// The status object in words.
    static func text(_ json: String) -> String {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(json.utf8)) else {
            return "running, and its answer cannot be read: \(json)"
        }
        var words = answer.isAlive ? (answer.isReady ? "watching" : "starting") : "stuck"
        if answer.isPaused { words += ", paused for want of free space" }
        words += "; \(Words.grouped(answer.waiting)) waiting, \(Words.grouped(answer.inHand)) in hand"
        if answer.workerRestarts > 0 { words += ", \(Words.count(answer.workerRestarts, "worker restart"))" }
        if answer.overflows > 0 { words += ", \(Words.count(answer.overflows, "queue overflow"))" }
        return words
    }
}
