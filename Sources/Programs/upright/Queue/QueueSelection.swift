internal import UprightRewriting
internal import ArgumentParser
internal import UprightFiles

/// The rows of the queue that a command applies to.
struct QueueSelection: ParsableArguments {
    /// The states that users see.
    enum State: String, WordArgument {
        case deferred, working, held, rejected, incomplete, stuck, left

        /// The state of a row; nil if it is in none of these: it is delivered, or ignored for good.
        init?(_ record: PictureRecord) {
            switch record.state {
            case .waiting: self = .deferred
            case .claimed: self = .working
            case .held: self = .held
            case .finished where record.original == .stuck: self = .stuck
            case .finished where record.remark != nil: self = .incomplete
            case .finished where record.outcome == .rejected: self = .rejected
            case .finished where record.isUnsupported && record.outcome == .ignored: self = .left
            case .finished: return nil
            }
        }
    }

    @Argument(
        help: ArgumentHelp(
            "Paths of files or folders, quoted globs (with a slash they match whole paths), or numbers.",
            valueName: "picture"),
        completion: .file())
    var pictures: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only those in this state: deferred, working, held, rejected, incomplete (delivered so far), stuck, or left (files of unsupported types).",
            valueName: "state"))
    var state: State?

    /// The rows that were found, and the arguments that match no row.
    struct Found {
        var entries: [Journal.QueueEntry] = []
        var unmatched: [String] = []
    }

    /// Finds the rows of the queue that the arguments name, ordered by number; without arguments, all rows. A number or
    /// the path of a file also finds a row that is not in the queue.
    func find(_ page: QueueJournal.Reader) async throws(JournalError) -> Found {
        var found = Found()
        var ids: Set<Int64> = []
        let patterns = pictures.map { QueuePattern($0) }
        var unmatched = Set(patterns.indices)
        for (index, pattern) in patterns.enumerated() {
            guard let entry = try await exact(pattern, page) else { continue }
            unmatched.remove(index)
            if ids.insert(entry.id).inserted, isWanted(entry) { found.entries.append(entry) }
        }
        try await visitPages(page) { entries in
            for entry in entries {
                let matching = patterns.indices.filter { patterns[$0].matches(entry) }
                unmatched.subtract(matching)
                guard patterns.isEmpty || !matching.isEmpty, isWanted(entry) else { continue }
                if ids.insert(entry.id).inserted { found.entries.append(entry) }
            }
        }
        found.entries.sort { $0.id < $1.id }
        found.unmatched = unmatched.sorted().map { pictures[$0] }
        return found
    }

    /// Visits all rows, a page at a time, in the order of their numbers: there can be as many files that were left as files.
    func visitAll(
        _ page: QueueJournal.Reader, _ visit: ([Journal.QueueEntry]) -> Void
    ) async throws(JournalError) {
        try await visitPages(page) { visit($0.filter(isWanted)) }
    }

    private func visitPages(
        _ page: QueueJournal.Reader, _ visit: ([Journal.QueueEntry]) -> Void
    ) async throws(JournalError) {
        var next: Int64? = 0
        while let after = next {
            let rows = try await page(state == .left ? .left(after: after) : .queue(after: after))
            next = rows.next
            visit(rows.entries)
        }
    }

    private func exact(
        _ pattern: QueuePattern, _ page: QueueJournal.Reader
    ) async throws(JournalError) -> Journal.QueueEntry? {
        switch pattern {
        case .number(let number): try await page(.row(id: number)).entries.first
        case .path(let path): try await page(.file(path.bytes)).entries.first
        case .glob: nil
        }
    }

    private func isWanted(_ entry: Journal.QueueEntry) -> Bool {
        state == nil || State(entry.record) == state
    }
}
