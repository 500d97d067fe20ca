package import UprightBase
internal import UprightEngine
package import UprightFiles

/// The result of the verification of one output.
package struct VerifyReport: Sendable, Hashable {
    /// The state of an output.
    package enum Finding: String, Sendable, Hashable, CaseIterable {
        /// It has the bytes that were delivered.
        case verified
        /// It has other bytes.
        case changed
        /// It does not exist.
        case missing
        /// It does not exist, and the journal notes that it was deleted (`deleted-outputs: respect`).
        case deleted
        /// It cannot be read.
        case unreadable
        /// It has not been made: a companion, whose picture was delivered.
        case owed
    }

    /// The source of the output.
    package var source: RawPath
    package var output: RawPath
    /// The state of the output.
    package var finding: Finding
    /// Why it cannot be read; otherwise empty.
    package var reason = ""
    /// The SHA-256 in the journal, in hexadecimal; nil for an output that is owed.
    package var expected: String?
    /// The SHA-256 of the output, in hexadecimal; nil if it could not be read.
    package var found: String?
    /// The size in the journal; nil for an output that is owed.
    package var expectedBytes: Int?
    /// The number of bytes read; nil if it could not be read.
    package var foundBytes: Int?

    /// Verifies an output against the journal's record by reading all of it.
    init(
        verifying record: PictureRecord, _ output: RawPath, _ digest: [UInt8], _ size: Int?, in folders: MarkedFolders
    ) {
        source = record.source
        self.output = output
        expected = hexadecimal(digest)
        expectedBytes = size
        do throws(FileError) {
            let content = try folders.file(output).contentDigest()
            foundBytes = content.bytes
            found = hexadecimal(content.sha256)
            finding = content.sha256 == digest ? .verified : .changed
        } catch {
            finding = !error.isAbsence ? .unreadable : record.isDeletionNoted ? .deleted : .missing
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
    package var json: JSONValue {
        .object([
            ("source", .string(source.exact)), ("output", .string(output.exact)),
            ("finding", .string(finding.rawValue)), ("reason", .text(reason)),
            ("sha256", .object([("expected", .text(expected)), ("found", .text(found))])),
            ("bytes", .object([("expected", .count(expectedBytes)), ("found", .count(foundBytes))])),
        ])
    }
}
