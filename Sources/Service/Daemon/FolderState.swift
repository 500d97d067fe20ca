package import UprightBase
package import UprightEngine
internal import UprightFiles

/// The state of one drop folder in the running daemon.
package struct FolderState: Sendable, Hashable, Codable {
    /// The drop folder.
    package var source: String
    package var output: String
    /// Whether it is watched, and its existing files have been found.
    package var isWatched = false
    /// Why it is not watched: the folder has gone or cannot be opened. Nil while it is watched, and during the first scan.
    package var unwatchedReason: String?
    /// Why the folder is polled although the configuration asks for notifications; nil if it is not.
    package var polledReason: String?
    /// Why the folder is paused; nil if it is not.
    package var pausedReason: PauseReason?
    /// Files that settle or wait for processing.
    package var waiting = 0
    /// Files in progress.
    package var inProgress = 0
    /// The age of the oldest waiting file in seconds.
    package var oldestWaiting: Double?

    /// Rejected files that are still in the folder, unchanged. This and the following figures are nil in the answer of a
    /// daemon whose version does not report them.
    package var rejected: Int?
    /// Files waiting for a retry.
    package var deferred: Int?
    /// Files held on request.
    package var held: Int?
    /// Files that were delivered so far, and are incomplete.
    package var incomplete: Int?
    /// Originals of delivered pictures that could not be moved or deleted; this is tried again.
    package var stuckOriginals: Int?
    /// Originals that are moved or deleted when it is known that nobody writes to them.
    package var waitingOriginals: Int?
    /// Originals that stay although the configuration moves or deletes them: incomplete ones, and those that are needed.
    package var keptOriginals: Int?
    /// Delivered pictures whose place is written when a geocoder answers.
    package var owedPlaces: Int?
    /// The first subfolders that cannot be read, with the reason, and how many there are. What is in them is not found.
    package var unreadable: [String]?
    /// The number of subfolders that cannot be read.
    package var unreadableFolders: Int?
    /// The files that are left in the folder, by type.
    package var left: [LeftFiles]?
    /// Free bytes on the output's file system; nil if unknown.
    package var freeBytes: Int?
    /// The time of the last delivery; nil if there was none.
    package var lastSuccess: UTCTime?

    /// Whether something in it needs attention: an incomplete file, an original that cannot be moved or deleted, a subfolder that
    /// cannot be read.
    package var needsAttention: Bool {
        (incomplete ?? 0) > 0 || (stuckOriginals ?? 0) > 0 || (unreadableFolders ?? 0) > 0
    }

    /// What is wrong, as a sentence; nil if the folder is healthy.
    package var problem: String? {
        let source = RawPath(source)
        if let pausedReason { return "\(source) is paused: \(pausedReason.message)" }
        guard !isWatched else { return nil }
        return unwatchedReason.map { "\(source) is not watched: \($0)" } ?? "\(source) is not watched yet"
    }

    /// What is wrong or differs from the configuration, as a sentence; nil if there is nothing to report.
    package var remark: String? {
        problem ?? unreadableRemark ?? stuckRemark
            ?? polledReason.map { "\(RawPath(source)) is polled, not watched by notifications: \($0)" }
    }

    private var unreadableRemark: String? {
        guard let unreadable, let first = unreadable.first else { return nil }
        let more = (unreadableFolders ?? 1) - 1
        return "not read: \(first)" + (more > 0 ? " (and \(more) more)" : "")
    }

    private var stuckRemark: String? {
        guard let stuckOriginals, stuckOriginals > 0 else { return nil }
        return "\(stuckOriginals) of the originals in \(RawPath(source)) cannot be moved or deleted: "
            + "upright queue list --state stuck gives the reasons"
    }

    /// The object in `/status` and `upright status --json`.
    package var json: JSONValue {
        .object([
            ("source", .string(source)), ("output", .string(output)), ("isWatched", .boolean(isWatched)),
            ("unwatchedReason", .text(unwatchedReason)), ("polledReason", .text(polledReason)),
            (
                "pausedReason",
                pausedReason.map { reason in
                    .object([
                        ("kind", .string(reason.kind.rawValue)), ("message", .string(reason.message)),
                        ("since", .time(reason.since)),
                    ])
                } ?? .null
            ), ("waiting", .integer(waiting)), ("inProgress", .integer(inProgress)),
            ("oldestWaiting", .measure(oldestWaiting)), ("rejected", .count(rejected)),
            ("deferred", .count(deferred)), ("held", .count(held)), ("freeBytes", .count(freeBytes)),
            ("lastSuccess", .text(lastSuccess?.text)), ("incomplete", .count(incomplete)),
            ("stuckOriginals", .count(stuckOriginals)), ("waitingOriginals", .count(waitingOriginals)),
            ("keptOriginals", .count(keptOriginals)), ("owedPlaces", .count(owedPlaces)),
            ("unreadable", unreadable.map { .array($0.map(JSONValue.string)) } ?? .null),
            ("unreadableFolders", .count(unreadableFolders)),
            ("left", leftJSON),
        ])
    }

    private var leftJSON: JSONValue { left.map { .array($0.map(\.json)) } ?? .null }

    /// Adds the folder's figures.
    mutating func add(_ figures: [RawPath: FolderFigures]) {
        guard let own = figures[RawPath(source)] else { return }
        (rejected, deferred, held, freeBytes) = (own.rejected, own.deferred, own.held, own.freeBytes)
        (left, incomplete, owedPlaces) = (own.leftFiles, own.incomplete, own.owedPlaces)
        (stuckOriginals, waitingOriginals, keptOriginals) = (
            own.stuckOriginals, own.waitingOriginals, own.keptOriginals
        )
    }
}
