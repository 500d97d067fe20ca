public import UprightFiles

/// A row of the journal: what is known of one source file and of what was made of it.
public struct PictureRecord: Sendable, Hashable {
    /// Where the work on a file stands.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// To be worked on, now or when the time in ``PictureRecord/nextTry`` has come.
        case waiting
        /// Somebody works on it.
        case claimed
        /// Held on request: nobody works on it until it is released. Versions before 0.2 take it as waiting.
        case held
        /// Done with, whatever the outcome is.
        case finished
    }

    /// The source's absolute path: the row's key.
    public var source: RawPath
    /// The configured folder that the source lies in, an absolute path.
    public var folder: RawPath
    /// The source's identity when it was last looked at: inode, size, times.
    public var status: FileStatus
    /// Where the work stands.
    public var state = State.waiting
    /// How it ended, in the words of `Outcome`; nil as long as it has not.
    public var outcome: String?
    /// Why, for the outcomes that have a reason; else empty.
    public var reason = ""
    /// The uniform type identifier of the content; empty where it is not known.
    public var type = ""
    /// The orientation that the source carried, 1...8.
    public var orientation: Int?
    /// The SHA-256 of the source's bytes (32 bytes); nil where it could not be read.
    public var sourceSHA256: [UInt8]?
    /// The output's absolute path; nil where there is none.
    public var output: RawPath?
    /// The SHA-256 of the output's bytes (32 bytes).
    public var outputSHA256: [UInt8]?
    /// The output's size in bytes.
    public var outputSize: Int?
    /// The whole report, as the JSON of `upright reprocess --json`.
    public var report = ""
    /// Degrees north.
    public var latitude: Double?
    /// Degrees east.
    public var longitude: Double?
    /// When the picture was taken, as Exif writes it.
    public var captured: String?
    /// The offset of ``captured`` from UTC, as Exif writes it.
    public var capturedOffset: String?
    /// The digest of the options that the output was made with.
    public var options = ""
    /// The version of the product that made the output.
    public var version = ""
    /// Whether the source ended before its format says it does: its output gives way when the rest has come.
    public var isIncomplete = false
    /// How many tries have begun.
    public var attempts = 0
    /// How many tries ended with the process that made them.
    public var interruptions = 0
    /// Who holds the claim.
    public var owner: String?
    /// When it may be tried again, in milliseconds since 1970; 0 for at once.
    public var nextTry: Int64 = 0
    /// When the file was first seen, in milliseconds since 1970.
    public var firstSeen: Int64 = 0
    /// When the last try ended, in milliseconds since 1970; nil before the first has.
    public var finished: Int64?
    /// How long the last try took, in seconds.
    public var seconds: Double = 0

    /// The record of a file that nothing has been done to yet.
    public init(source: RawPath, folder: RawPath, status: FileStatus) {
        self.source = source
        self.folder = folder
        self.status = status
    }

    /// Whether an output was delivered.
    public var isDelivered: Bool {
        state == .finished && output != nil && ["normalized", "unchanged", "current"].contains(outcome)
    }
}
