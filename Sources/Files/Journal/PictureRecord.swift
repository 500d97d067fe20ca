public import UprightFiles
public import UprightEditing
public import UprightRewriting

/// What is known of a source file and its output: filled in while the file is worked on, and a row of the journal from then
/// on. ``PictureRecord/columns`` lists the columns.
public struct PictureRecord: Sendable, Hashable {
    /// The state of the work on a file.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Waiting for work, now or at the time in ``PictureRecord/nextTry``.
        case waiting
        /// A process is working on the file.
        case claimed
        /// Held on request: not worked on until it is released. Versions before 0.2 treat it as waiting.
        case held
        /// Done, with any outcome.
        case finished
    }

    /// The source's absolute path: the row's key.
    public var source: RawPath
    /// The absolute path of the configured folder that contains the source.
    public var folder: RawPath
    /// The source's status when it was last inspected: inode, size, times.
    public var status: FileStatus
    /// The state of the work.
    public var state = State.waiting
    /// How the last try ended; nil until the first has ended.
    public var outcome: Outcome?
    /// Why, for the outcomes that have a reason; otherwise empty.
    public var reason = ""
    /// The uniform type identifier of the content; empty if it is unknown.
    public var type = ""
    /// The orientation that the source carried, 1...8.
    public var orientation: Int?
    /// The SHA-256 of the source's bytes (32 bytes); nil if the source could not be read.
    public var sourceSHA256: [UInt8]?
    /// The output's absolute path; nil if there is none.
    public var output: RawPath?
    /// The SHA-256 of the output's bytes (32 bytes).
    public var outputSHA256: [UInt8]?
    /// The output's size in bytes.
    public var outputSize: Int?
    /// The whole report, as the JSON of `upright reprocess --json`; empty while the file is worked on.
    public var report = ""
    /// The size of the source as this try found it, in bytes; nil if it could not be read. Not a column: part of ``report``.
    public var sourceBytes: Int?
    /// How each component was turned. Not a column: part of ``report``.
    public var components: [ComponentTurn] = []
    /// Each change that was made. Not a column: part of ``report``.
    public var changes: [Change] = []
    /// What the user should know besides the outcome. Not a column: part of ``report``.
    public var warnings: [String] = []
    /// Degrees north.
    public var latitude: Double?
    /// Degrees east.
    public var longitude: Double?
    /// When the picture was taken, in Exif's format.
    public var captured: String?
    /// The offset of ``captured`` from UTC, in Exif's format.
    public var capturedOffset: String?
    /// The digest of the options that the output was made with.
    public var options = ""
    /// The version of the product that made the output.
    public var version = ""
    /// Whether the source was incomplete, so that its output may be replaced when the rest arrives.
    public var isIncomplete = false
    /// The number of tries that have started.
    public var attempts = 0
    /// The number of tries that ended with their process.
    public var interruptions = 0
    /// The id of the process that holds the claim.
    public var owner: String?
    /// When the file may be retried, in milliseconds since 1970; 0 for at once.
    public var nextTry: Int64 = 0
    /// When the file was first seen, in milliseconds since 1970.
    public var firstSeen: Int64 = 0
    /// When the last try ended, in milliseconds since 1970; nil before the end of the first.
    public var finished: Int64?
    /// How long the last try took, in seconds.
    public var seconds: Double = 0
    /// Whether the file is a companion, such as a sidecar, and not a picture.
    public var isCompanion = false
    /// The source of the picture that a companion came with; nil for a picture, and for a companion without one.
    public var picture: RawPath?
    /// The SHA-256 of that picture's source. The companion belongs to no other picture, whatever its name.
    public var pictureSHA256: [UInt8]?
    /// Whether it was not known at delivery that the source's writers had closed it: its output may be replaced if the
    /// source changes soon, or grows.
    public var isProvisional = false
    /// The source that the output was made from; it stays while a changed source waits, is worked on or is rejected.
    public var madeFrom: DeliveredSource?
    /// Whether the source holds something that the output does not have in a valid form, such as content credentials.
    public var needsOriginal = false
    /// What is known of the original of a delivered picture, if originals are to be moved or deleted.
    public var original = OriginalState.none
    /// Why the original is still there; empty if ``original`` is `none`.
    public var originalReason = ""
    /// When the original is to be moved or deleted, or tried again, in milliseconds since 1970.
    public var originalTry: Int64 = 0
    /// The number of tries to move or delete it that have failed.
    public var originalTries = 0

    /// Whether the file is of a type that is not handled: it is left in its folder (`ignored`), or passed on as it is.
    public var isOther = false

    /// Creates the record of a file that has not been worked on yet.
    public init(source: RawPath, folder: RawPath, status: FileStatus) {
        self.source = source
        self.folder = folder
        self.status = status
    }

    /// Whether an output was delivered.
    public var isDelivered: Bool { Self.isDelivered(state, outcome, output) }

    static func isDelivered(_ state: State, _ outcome: Outcome?, _ output: RawPath?) -> Bool {
        state == .finished && output != nil && outcome?.hasOutput == true
    }
}
