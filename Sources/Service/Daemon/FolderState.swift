public import UprightJSON
public import UprightEngine
internal import UprightFiles

/// The state of one drop folder in the running daemon.
public struct FolderState: Sendable, Hashable, Codable {
    /// The drop folder.
    public var source: String
    /// Its output folder.
    public var output: String
    /// Whether it is watched, and its existing files have been found.
    public var isWatched = false
    /// Why it is not watched: the folder has gone or cannot be opened. Nil while it is watched, and during the first scan.
    public var unwatchedReason: String?
    /// Why the folder is polled although the configuration asks for notifications; nil if it is not.
    public var polledReason: String?
    /// Why the folder is paused; nil if it is not.
    public var pausedReason: PauseReason?
    /// Files that settle or wait for processing.
    public var waiting = 0
    /// Files in progress.
    public var inHand = 0
    /// The age of the oldest waiting file in seconds.
    public var oldestWaiting: Double?

    /// Rejected files that are still in the folder, unchanged. This and the following figures are nil in the answer of a
    /// daemon whose version does not report them.
    public var rejected: Int?
    /// Files waiting for a retry.
    public var deferred: Int?
    /// Files held on request.
    public var held: Int?
    /// Free bytes on the output's file system; nil if unknown.
    public var freeBytes: Int?
    /// The time of the last delivery, in milliseconds since 1970; nil if there was none.
    public var lastSuccess: Int64?

    /// Creates the initial state of a folder.
    public init(source: String, output: String) {
        self.source = source
        self.output = output
    }

    /// Whether it is watched and not paused.
    public var isWell: Bool { isWatched && pausedReason == nil }

    /// What is wrong, as a sentence; nil if the folder is healthy.
    public var problem: String? {
        let source = RawPath(source)
        if let pausedReason { return "\(source) is paused: \(pausedReason.message)" }
        guard !isWatched else { return nil }
        return unwatchedReason.map { "\(source) is not watched: \($0)" } ?? "\(source) is not watched yet"
    }

    /// What is wrong or differs from the configuration, as a sentence; nil if there is nothing to report.
    public var remark: String? {
        problem ?? polledReason.map { "\(RawPath(source)) is polled, not watched by notifications: \($0)" }
    }

    /// The object in `/status` and `upright status --json`.
    public var json: JSONValue {
        .object([
            ("source", .string(source)), ("output", .string(output)), ("isWatched", .boolean(isWatched)),
            ("unwatchedReason", unwatchedReason.map(JSONValue.string) ?? .null),
            ("polledReason", polledReason.map(JSONValue.string) ?? .null),
            (
                "pausedReason",
                pausedReason.map { reason in
                    .object([
                        ("kind", .string(reason.kind.rawValue)), ("message", .string(reason.message)),
                        ("since", .integer(Int(reason.since))),
                    ])
                } ?? .null
            ), ("waiting", .integer(waiting)), ("inHand", .integer(inHand)),
            ("oldestWaiting", oldestWaiting.map(JSONValue.number) ?? .null), ("rejected", Self.integer(rejected)),
            ("deferred", Self.integer(deferred)), ("held", Self.integer(held)), ("freeBytes", Self.integer(freeBytes)),
            ("lastSuccess", Self.integer(lastSuccess.map { Int($0) })),
        ])
    }

    /// Adds the folder's figures.
    mutating func take(_ figures: [RawPath: FolderFigures]) {
        guard let own = figures[RawPath(source)] else { return }
        (rejected, deferred, held, freeBytes) = (own.rejected, own.deferred, own.held, own.freeBytes)
    }

    private static func integer(_ value: Int?) -> JSONValue { value.map(JSONValue.integer) ?? .null }
}
