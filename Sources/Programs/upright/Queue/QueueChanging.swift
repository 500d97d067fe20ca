internal import UprightRewriting
internal import UprightBase
internal import ArgumentParser
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightService

/// The rows that a command changes.
struct QueueTargets: ParsableArguments {
    @OptionGroup var selection: QueueSelection

    @Flag(help: "All pictures that the command can change; with --state, only those in that state.")
    var all = false

    func validate() throws {
        guard all != selection.pictures.isEmpty else { return }
        throw ValidationError(
            all
                ? "Expected --all or pictures, found both."
                : "Expected a path, a glob, a number, or --all; upright queue list shows them.")
    }
}

/// Changes rows of the queue, and reports the result for each.
struct QueueChanging {
    let change: Journal.QueueChange
    /// The word for what was done to the rows, as shown to users.
    let done: String
    let targets: QueueTargets
    let options: StateOptions

    func run() async throws {
        let queue = try QueueJournal(options)
        guard let journal = try journal(of: queue.configuration) else {
            return targets.all ? report([], []) : try QueueJournal.refuse(targets.selection.pictures)
        }
        var found = try await QueueJournal.reportingErrors { () async throws(JournalError) in
            try await targets.selection.find { (query) async throws(JournalError) in try await journal.page(query) }
        }
        let entries = found.entries
        var changed = try await QueueJournal.reportingErrors { () async throws(JournalError) in
            let ids = try await journal.change(change, entries.map(\.id), now: PictureEngine.milliseconds())
            return entries.filter { ids.contains($0.id) }
        }
        if change == .hold { changed += try await holdNew(&found.unmatched, queue, journal) }
        let ids = Set(changed.map(\.id))
        // A glob and --all skip rows that cannot be changed; for a row that the user names, report why.
        let refused = entries.filter { entry in
            !ids.contains(entry.id) && targets.selection.pictures.contains { isExact($0, entry) }
        }
        report(changed, refused)
        if !options.json, !changed.isEmpty, change == .retry || change == .release {
            await noteThatNobodyWorks(queue.configuration)
        }
        try QueueJournal.refuse(found.unmatched)
        if !refused.isEmpty { throw ExitStatus.rejected }
    }

    /// The journal. Creates one only to hold files that have not been processed yet.
    private func journal(of configuration: Configuration) throws -> Journal? {
        if let journal = try StateFolder.journal(of: configuration, isReadOnly: false) { return journal }
        guard change == .hold, !targets.all else { return nil }
        do throws(JournalError) { return try Journal.open(in: RawPath(configuration.state)).journal } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.unopened(error)
        }
    }

    /// Holds files of the configured folders that have no row yet.
    private func holdNew(
        _ unmatched: inout [String], _ queue: QueueJournal, _ journal: Journal
    ) async throws -> [Journal.QueueEntry] {
        var records: [PictureRecord] = []
        unmatched.removeAll { argument in
            guard case .path(let path) = QueuePattern(argument), let record = queue.fileInFolder(path) else {
                return false
            }
            records.append(record)
            return true
        }
        let new = records
        return try await QueueJournal.reportingErrors { () async throws(JournalError) in
            try await journal.hold(new: new)
        }
    }

    private func isExact(_ argument: String, _ entry: Journal.QueueEntry) -> Bool {
        switch QueuePattern(argument) {
        case .number(let number): number == entry.id
        case .path(let path): path == entry.record.source
        case .glob: false
        }
    }

    private func report(_ changed: [Journal.QueueEntry], _ refused: [Journal.QueueEntry]) {
        let console = Console.shared
        if options.json {
            for entry in changed { console.print(line(entry, isChanged: true, reason: nil).serialized) }
            for entry in refused { console.print(line(entry, isChanged: false, reason: reason(entry)).serialized) }
            return
        }
        for entry in changed { console.print("\(done)  \(entry.record.source)") }
        if changed.isEmpty { console.print("nothing was changed") }
        for entry in refused { console.error("\(entry.record.source): \(reason(entry))") }
    }

    private func line(_ entry: Journal.QueueEntry, isChanged: Bool, reason: String?) -> JSONValue {
        .object([
            ("id", .integer(Int(entry.id))), ("source", .string(entry.record.source.exact)),
            ("changed", .boolean(isChanged)), ("reason", .text(reason)),
        ])
    }

    private func reason(_ entry: Journal.QueueEntry) -> String {
        switch entry.record.state {
        case .claimed: "it is being processed; try again when that has ended"
        case .held: "it is held; upright queue release lets it be processed"
        case .waiting, .finished:
            if change == .release {
                "it is not held"
            } else {
                "expected a waiting, held or rejected picture, found one that is "
                    + (entry.record.outcome?.rawValue ?? entry.record.state.displayName)
            }
        }
    }

    private func noteThatNobodyWorks(_ configuration: Configuration) async {
        guard let address = configuration.status.listen, await DaemonClient.snapshot(at: address) == nil else { return }
        Console.shared.note(
            "no daemon is running: the pictures are processed when one starts (systemctl start upright, or upright watch)"
        )
    }
}
