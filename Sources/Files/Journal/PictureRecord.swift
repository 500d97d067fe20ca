package import UprightRewriting

/// What is known of a source file and its output: filled in while the file is worked on, and a row of the journal from then
/// on. ``PictureRecord/columns`` lists the columns.
package struct PictureRecord: Sendable, Hashable {
    /// The state of the work on a file.
    package enum State: String, Sendable, Hashable, CaseIterable {
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
    package var source: RawPath
    /// The absolute path of the configured folder that contains the source.
    package var folder: RawPath
    /// The source's status when it was last inspected: inode, size, times.
    package var status: FileStatus
    /// The state of the work.
    package var state = State.waiting
    /// How the last try ended; nil until the first has ended.
    package var outcome: Outcome?
    /// Why, for the outcomes that have a reason; otherwise empty.
    package var reason = ""
    /// The uniform type identifier of the content; empty if it is unknown.
    package var type = ""
    /// The orientation that the source carried, 1...8.
    package var orientation: Int?
    /// The SHA-256 of the source's bytes (32 bytes); nil if the source could not be read.
    package var sourceSHA256: [UInt8]?
    /// The output's absolute path; nil if there is none.
    package var output: RawPath?
    /// The SHA-256 of the output's bytes (32 bytes).
    package var outputSHA256: [UInt8]?
    /// The output's size in bytes.
    package var outputSize: Int?
    /// The further outputs, in the order of the configuration.
    package var copies: [OutputCopy] = []
    /// The whole report, as the JSON of `upright reprocess --json`; empty while the file is worked on.
    package var report = ""
    /// The size of the source as this try found it, in bytes; nil if it could not be read. Not a column: part of ``report``.
    package var sourceBytes: Int?
    /// How each component was turned. Not a column: part of ``report``.
    package var components: [ComponentTurn] = []
    /// Each change that was made. Not a column: part of ``report``.
    package var changes: [Change] = []
    /// What the user should know besides the outcome. Not a column: part of ``report``.
    package var warnings: [String] = []
    /// Degrees north.
    package var latitude: Double?
    /// Degrees east.
    package var longitude: Double?
    /// When the picture was taken, in Exif's format.
    package var captured: String?
    /// The offset of ``captured`` from UTC, in Exif's format.
    package var capturedOffset: String?
    /// The digest of the options that the output was made with.
    package var options = ""
    /// The version of the product that made the output.
    package var version = ""
    /// What the source lacked, so that its output may be replaced when the rest arrives: `it lacks EOI`. Nil if it was complete,
    /// and empty in rows of versions before 0.3, which did not record it.
    package var incompleteness: String?
    /// The number of tries that have started.
    package var attempts = 0
    /// The number of tries that ended with their process.
    package var interruptions = 0
    /// The id of the process that holds the claim.
    package var owner: String?
    /// When the file may be retried, in milliseconds since 1970; 0 for at once.
    package var nextTry: Int64 = 0
    /// When the file was first seen, in milliseconds since 1970.
    package var firstSeen: Int64 = 0
    /// When the last try ended, in milliseconds since 1970; nil before the end of the first.
    package var finished: Int64?
    /// How long the last try took, in seconds.
    package var seconds: Double = 0
    /// Whether the file is a companion, such as a sidecar, and not a picture.
    package var isCompanion = false
    /// The source of the picture that a companion came with; nil for a picture, and for a companion without one.
    package var picture: RawPath?
    /// The SHA-256 of that picture's source. The companion belongs to no other picture, whatever its name.
    package var pictureSHA256: [UInt8]?
    /// What the parts of a Live Photo have in common; nil if the file has no such identifier.
    package var contentIdentifier: String?
    /// The digest of what the picture shows, in hexadecimal digits; nil if its folder does not ask for it.
    package var pictureDigest: String?
    /// Whether it was not known at delivery that the source's writers had closed it: its output may be replaced if the
    /// source changes soon, or grows.
    package var isProvisional = false
    /// The source that the output was made from; it stays while a changed source waits, is worked on or is rejected.
    package var madeFrom: DeliveredSource?
    /// Whether the source holds something that the output does not have in a valid form, such as content credentials.
    package var needsOriginal = false
    /// What is known of the original of a delivered picture, if originals are to be moved or deleted.
    package var original = OriginalState.none
    /// Why the original is still there; empty if ``original`` is `none`.
    package var originalReason = ""
    /// When the original is to be moved or deleted, or tried again, in milliseconds since 1970.
    package var originalTry: Int64 = 0
    /// The number of tries to move or delete it that have failed.
    package var originalTries = 0

    /// What was to become of the source that the output was made from, and what is known to have.
    package var fate = SourceFate.unknown
    /// The path that the source had until now, if it was moved: the row of that path becomes this one. Not a column.
    package var former: RawPath?

    /// Whether the picture was delivered without its place, because a geocoder had not answered.
    package var owesPlace = false

    /// Whether the file is of an unsupported type: it is left in its folder (`ignored`), or passed on as it is.
    package var isUnsupported = false

    /// What the output is since it was turned by hand: a copy with the path of the output itself. What was delivered is known
    /// as before, so that the output is one that somebody has changed, and is not made again.
    package var turned: OutputCopy? { copies.last { $0.output == output } }
    /// The SHA-256 of the bytes that the output has unless another program has changed it.
    package var presentSHA256: [UInt8]? { turned?.sha256 ?? outputSHA256 }

    /// How the reason of an output begins that was deleted and stays away.
    package static let deletion = "its output was deleted, and stays away"
    /// Whether the journal notes that.
    package var isDeletionNoted: Bool { reason.hasPrefix(Self.deletion) }

    /// Creates the record of a file that has not been worked on yet.
    package init(source: RawPath, folder: RawPath, status: FileStatus) {
        self.source = source
        self.folder = folder
        self.status = status
    }

    /// Whether the source was incomplete.
    package var isIncomplete: Bool { incompleteness != nil }

    /// Why something is owed to a file that was delivered: it was incomplete. Nil for any other.
    package var remark: String? {
        guard isDelivered, let incompleteness else { return nil }
        return "delivered so far, incomplete" + (incompleteness.isEmpty ? "" : ": \(incompleteness)")
    }

    /// Whether an output was delivered.
    package var isDelivered: Bool { state == .finished && output != nil && outcome?.hasOutput == true }

    /// Whether the work on the file has ended, and the file has not changed since.
    package func isFinished(_ status: FileStatus) -> Bool {
        state == .finished && self.status.isSameContent(as: status)
    }
}
