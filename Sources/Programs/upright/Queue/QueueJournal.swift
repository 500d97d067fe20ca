internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightJournal
internal import UprightService

/// The journal that the commands of the queue look at and change.
struct QueueJournal {
    let configuration: Configuration

    init(_ options: StateOptions) throws { configuration = try ConfigurationOption.loadOrFind(options.config) }

    /// The rows that a selection names.
    func find(_ selection: QueueSelection) async throws -> QueueSelection.Found {
        guard let journal = try StateFolder.journal(of: configuration) else {
            return QueueSelection.Found(unmatched: selection.pictures)
        }
        return try await Self.telling { () async throws(JournalError) in try await selection.find(in: journal) }
    }

    /// Runs something with the journal, and tells what is wrong with it.
    static func telling<Value>(_ body: () async throws(JournalError) -> Value) async throws -> Value {
        do { return try await body() } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.rejected
        }
    }

    /// Tells of arguments that no row fits.
    static func refuse(_ unmatched: [String]) throws {
        guard !unmatched.isEmpty else { return }
        for argument in unmatched {
            Console.shared.report(
                "upright: nothing on record is called \(RawPath(argument: argument)); expected a path, a glob or a number "
                    + "that upright queue list shows")
        }
        throw ExitStatus.rejected
    }

    /// The folder that a file lies in, and what the file system says of it; nil where it is no file of a configured folder.
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
