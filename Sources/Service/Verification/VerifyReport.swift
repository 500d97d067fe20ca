public import UprightJSON
internal import UprightDigests
internal import UprightEngine
public import UprightFiles
internal import UprightJournal

/// The result of the verification of one output.
public struct VerifyReport: Sendable, Hashable {
    /// The state of an output.
    public enum Finding: String, Sendable, Hashable, CaseIterable {
        /// It has the bytes that were delivered.
        case verified
        /// It has other bytes.
        case changed
        /// It does not exist.
        case missing
        /// It cannot be read.
        case unreadable
        /// It has not been made: a companion, whose picture was delivered.
        case owed
    }

    /// The source of the output.
    public var source: RawPath
    /// The output.
    public var output: RawPath
    /// The state of the output.
    public var finding: Finding
    /// Why it cannot be read; otherwise empty.
    public var reason = ""
    /// The SHA-256 in the journal, in hexadecimal; nil for an output that is owed.
    public var expected: String?
    /// The SHA-256 of the output, in hexadecimal; nil if it could not be read.
    public var found: String?
    /// The size in the journal; nil for an output that is owed.
    public var expectedBytes: Int?
    /// The number of bytes read; nil if it could not be read.
    public var foundBytes: Int?

    /// Verifies an output against the journal's record by reading all of it.
    init(verifying record: PictureRecord, _ output: RawPath, _ digest: [UInt8], in folders: MarkedFolders) {
        source = record.source
        self.output = output
        expected = hexadecimal(digest)
        expectedBytes = record.outputSize
        do throws(FileError) {
            let content = try folders.file(output).contentDigest()
            foundBytes = content.bytes
            found = hexadecimal(content.sha256)
            finding = content.sha256 == digest ? .verified : .changed
        } catch {
            finding = error.isAbsence ? .missing : .unreadable
            reason = error.isAbsence ? "" : error.description
        }
    }

    /// Reports a companion that is owed, with the path of its source as the output's.
    init(owing record: PictureRecord) {
        source = record.source
        output = record.output ?? record.source
        finding = .owed
        reason = record.reason
    }

    /// The object that `upright journal verify --json` prints on a line.
    public var json: JSONValue {
        .object([
            ("source", .string(source.exact)), ("output", .string(output.exact)),
            ("finding", .string(finding.rawValue)), ("reason", .text(reason)),
            ("sha256", .object([("expected", .text(expected)), ("found", .text(found))])),
            ("bytes", .object([("expected", .count(expectedBytes)), ("found", .count(foundBytes))])),
        ])
    }
}
