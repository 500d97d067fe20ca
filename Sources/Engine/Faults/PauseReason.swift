/// Why no picture of a folder is worked on at present, though the daemon runs: a fault that is not a picture's.
///
/// A paused folder rejects nothing. The daemon checks again by itself, and goes on when the fault has passed.
public struct PauseReason: Sendable, Hashable, Codable {
    /// What is at fault.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// There is no room for outputs or for the journal: less than `limits.free-space`, no inodes, a full quota.
        case noSpace = "no-space"
        /// The folder's mark is missing: its volume is not mounted.
        case notMounted = "not-mounted"
        /// The output folder cannot be written: rights, a read-only mount, an I/O error.
        case output
        /// The drop folder cannot be read.
        case source
        /// The journal cannot be written.
        case journal
        /// The daemon's process lacks descriptors, memory, processes or threads.
        case process
        /// Somebody asked for it.
        case requested
    }

    /// What is at fault.
    public var kind: Kind
    /// What is wrong, where, and what to do: a sentence for people.
    public var message: String
    /// Since when, in milliseconds since 1970.
    public var since: Int64

    /// A reason.
    public init(_ kind: Kind, _ message: String, since: Int64) {
        self.kind = kind
        self.message = message
        self.since = since
    }
}
