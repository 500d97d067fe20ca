internal import Digests
internal import FileStore
public import Journal

/// Reads every delivered output again and compares it with the journal (promise P12).
public struct OutputVerification: Sendable {
    /// What became of one output.
    public struct Finding: Sendable {
        /// How an output stands.
        public enum State: String, Sendable, CaseIterable {
            /// Its bytes are those that were delivered.
            case intact
            /// There are other bytes.
            case changed
            /// There is no file.
            case missing
            /// It could not be read.
            case unreadable
        }

        /// The row.
        public var record: PictureRecord
        /// How the output stands.
        public var state: State
        /// What was found, for people; empty where the output is intact.
        public var reason: String
        /// The digest of what stands there; nil where it could not be read.
        public var sha256: [UInt8]?

        /// The finding as an object for `--json`.
        public var json: JSONValue {
            func digest(_ bytes: [UInt8]?) -> JSONValue { bytes.map { .string(hexadecimal($0)) } ?? .null }
            return .object([
                ("source", .string(record.source.description)),
                ("output", .string(record.output?.description ?? "")), ("state", .string(state.rawValue)),
                ("reason", .string(reason)),
                ("sha256", .object([("journal", digest(record.outputSHA256)), ("output", digest(sha256))])),
            ])
        }
    }

    private let journal: Journal

    /// A verification of what a journal has on record.
    public init(_ journal: Journal) { self.journal = journal }

    /// How many outputs there are to read.
    public func count() async throws(JournalError) -> Int {
        var selection = Journal.Selection()
        selection.delivered = true
        return try await journal.count(selection)
    }

    /// Reads all outputs.
    ///
    /// - Parameter handle: told of each; false ends the work.
    public func run(_ handle: @Sendable (Finding) async -> Bool) async throws(JournalError) {
        var selection = Journal.Selection()
        selection.delivered = true
        var next: Int64? = 0
        while let after = next {
            let page = try await journal.page(selection, after: after)
            next = page.next
            for record in page.records {
                let finding = await offTheCooperativePool { Self.look(at: record) }
                guard await handle(finding) else { return }
            }
        }
    }

    static func look(at record: PictureRecord) -> Finding {
        guard let output = record.output else {
            return Finding(record: record, state: .missing, reason: "the journal names no output", sha256: nil)
        }
        do throws(FileError) {
            let folder = try OpenFolder(output.parent)
            let file = try folder.file(RawPath(bytes: output.name))
            guard try file.status().kind == .regular else {
                return Finding(record: record, state: .changed, reason: "it is no regular file", sha256: nil)
            }
            let content = try file.contentDigest()
            if content.sha256 == record.outputSHA256 {
                return Finding(record: record, state: .intact, reason: "", sha256: content.sha256)
            }
            let sizes = record.outputSize.map { ", \($0) were delivered" } ?? ""
            return Finding(
                record: record, state: .changed, reason: "it has other bytes (\(content.bytes)\(sizes))",
                sha256: content.sha256)
        } catch {
            return error.isAbsence
                ? Finding(record: record, state: .missing, reason: "it is not there", sha256: nil)
                : Finding(record: record, state: .unreadable, reason: error.description, sha256: nil)
        }
    }
}
