internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightService

/// The journal that the queue commands read and change.
struct QueueJournal {
    let configuration: Configuration

    init(_ options: StateOptions) throws { configuration = try options.configuration.load() }

    /// Answers queries about rows.
    typealias Reader = @Sendable (Journal.Query) async throws(JournalError) -> Journal.Page

    /// What reads the journal: the daemon if it answers, since it has the journal open; otherwise this process. Nil if there is none.
    func reader() async throws -> Reader? {
        // At a port or the shared socket, it names no files but those that it is asked for.
        if let daemon = await DaemonClient.daemon(of: configuration), daemon.address == configuration.status.control,
            case .unix = daemon.address
        {
            return { (query) async throws(JournalError) in try await DaemonClient.page(query, at: daemon.address) }
        }
        guard let journal = try StateFolder.journal(of: configuration) else { return nil }
        return { (query) async throws(JournalError) in try await journal.page(query) }
    }

    /// The rows that a selection names.
    func find(_ selection: QueueSelection) async throws -> QueueSelection.Found {
        guard let reader = try await reader() else { return QueueSelection.Found(unmatched: selection.pictures) }
        return try await Self.reportingErrors { () async throws(JournalError) in try await selection.find(reader) }
    }

    /// Visits the rows that a selection names, in the order of their numbers.
    ///
    /// - Returns: the arguments that match no row.
    func visit(_ selection: QueueSelection, _ visit: ([Journal.QueueEntry]) -> Void) async throws -> [String] {
        guard selection.pictures.isEmpty else {
            let found = try await find(selection)
            visit(found.entries)
            return found.unmatched
        }
        guard let reader = try await reader() else { return [] }
        try await Self.reportingErrors { () async throws(JournalError) in try await selection.visitAll(reader, visit) }
        return []
    }

    /// Runs a body with the journal, and reports its errors.
    static func reportingErrors<Value>(_ body: () async throws(JournalError) -> Value) async throws -> Value {
        do { return try await body() } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.failed(error)
        }
    }

    /// Reports arguments that match no row.
    static func refuse(_ unmatched: [String]) throws {
        guard !unmatched.isEmpty else { return }
        for argument in unmatched {
            Console.shared.error(
                "no picture matches \(RawPath(argument: argument)); expected a path, a glob or a number that "
                    + "upright queue list shows")
        }
        throw ExitStatus.rejected
    }

    /// A new record of a file, with its folder and status; nil if it is not a regular file in a configured folder.
    func fileInFolder(_ path: RawPath) -> PictureRecord? {
        for folder in configuration.folders {
            let source = RawPath(folder.source)
            guard let relative = path.relative(to: source), !relative.isEmpty else { continue }
            do throws(FileError) {
                let status = try OpenFolder(source).status(of: relative)
                guard status.kind == .regular else { continue }
                var record = PictureRecord(source: path, folder: source, status: status)
                record.firstSeen = PictureEngine.milliseconds()
                return record
            } catch { continue }
        }
        return nil
    }
}
