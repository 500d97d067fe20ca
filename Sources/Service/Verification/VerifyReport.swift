public import UprightJSON
internal import UprightDigests
public import UprightFiles
internal import UprightJournal

/// What the verification of one output found.
public struct VerifyReport: Sendable, Hashable {
    /// How an output stands.
    public enum Finding: String, Sendable, Hashable, CaseIterable {
        /// It has the bytes that were delivered.
        case verified
        /// It has other bytes.
        case changed
        /// It is not there.
        case missing
        /// It cannot be read.
        case unreadable
    }

    /// The source that it was made of.
    public var source: RawPath
    /// The output.
    public var output: RawPath
    /// How it stands.
    public var finding: Finding
    /// Why it cannot be read; else empty.
    public var reason = ""
    /// The SHA-256 that the journal has, in hexadecimal.
    public var expected: String
    /// The SHA-256 that was found, in hexadecimal; nil where nothing could be read.
    public var found: String?
    /// How many bytes were read.
    public var bytes = 0

    /// The report on what the journal says was delivered: reads the whole output.
    init(verifying record: PictureRecord, _ output: RawPath, _ digest: [UInt8]) {
        source = record.source
        self.output = output
        expected = hexadecimal(digest)
        do throws(FileError) {
            let file = try OpenFolder(output.parent).file(RawPath(bytes: output.name))
            let content = try file.contentDigest()
            bytes = content.bytes
            found = hexadecimal(content.sha256)
            finding = content.sha256 == digest ? .verified : .changed
        } catch {
            finding = error.isAbsence ? .missing : .unreadable
            reason = error.isAbsence ? "" : error.description
        }
    }

    /// The object that `upright verify --json` prints on a line of its own.
    public var json: JSONValue {
        .object([
            ("source", .string(source.description)), ("output", .string(output.description)),
            ("finding", .string(finding.rawValue)), ("reason", .string(reason)),
            (
                "sha256", .object([("expected", .string(expected)), ("found", found.map(JSONValue.string) ?? .null)])
            ),
            ("bytes", .integer(bytes)),
        ])
    }
}
