internal import UprightBase

/// Why the daemon works on no picture of a folder at present: a fault that is not a picture's own.
///
/// A paused folder rejects nothing. The daemon checks again by itself, and resumes when the fault has passed.
package struct PauseReason: Sendable, Hashable, Codable {
    /// What failed.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Outputs or the journal have no space: less than `limits.free-space`, no inodes, a full quota.
        case noSpace = "no-space"
        /// The folder's mark is missing: its volume is not mounted.
        case notMounted = "not-mounted"
        /// The output folder cannot be written: permissions, a read-only mount, an I/O error.
        case output
        /// The drop folder cannot be read.
        case source
        /// The journal cannot be written.
        case journal
        /// The daemon's process lacks descriptors, memory, processes or threads.
        case process
        /// A user requested the pause.
        case requested
    }

    /// What failed.
    package var kind: Kind
    /// A message for users: what is wrong, where, and what to do.
    package var message: String
    /// When the pause began, in milliseconds since 1970.
    package var since: Int64

    package init(_ kind: Kind, _ message: String, since: Int64) {
        self.kind = kind
        self.message = message
        self.since = since
    }

    /// Reads what is encoded, or the object in `/status`, whose ``since`` is a text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Kind.self, forKey: .kind), try container.decode(String.self, forKey: .message),
            since: try container.decode(UTCTime.self, forKey: .since).milliseconds)
    }
}
