public import UprightJSON
public import UprightEngine
internal import UprightFiles

/// The state of one drop folder in the running daemon.
public struct FolderState: Sendable, Hashable, Codable {
    /// The drop folder.
    public var source: String
    /// Its output folder.
    public var output: String
    /// Whether it is watched, and what lay in it has been noticed.
    public var isWatched = false
    /// Why it is not watched, where the folder has gone or cannot be opened; nil while it is watched, and while the daemon
    /// reads it for the first time.
    public var unwatchedReason: String?
    /// Why none of its pictures is worked on; nil while the work goes on.
    public var pausedReason: PauseReason?
    /// Files that settle or wait for work.
    public var waiting = 0
    /// Files that are worked on.
    public var inHand = 0
    /// For how many seconds the oldest of the waiting files has been waiting.
    public var oldestWaiting: Double?

    /// Files of the folder that were rejected, lie in it and have not changed since. These figures are nil in the answer of a
    /// daemon that does not tell.
    public var rejected: Int?
    /// Files that are to be tried again.
    public var deferred: Int?
    /// Files that are held on request.
    public var held: Int?
    /// Bytes that may still be written on the output's file system; nil where it cannot be told.
    public var freeBytes: Int?
    /// When a picture came out last, in milliseconds since 1970; nil where none has.
    public var lastSuccess: Int64?

    /// The state of a folder that nothing is known of yet.
    public init(source: String, output: String) {
        self.source = source
        self.output = output
    }

    /// Whether it is watched and the work goes on.
    public var isWell: Bool { isWatched && pausedReason == nil }

    /// What is wrong, as a sentence; nil where the folder is well.
    public var problem: String? {
        let source = RawPath(source)
        if let pausedReason { return "\(source) is paused: \(pausedReason.message)" }
        guard !isWatched else { return nil }
        return unwatchedReason.map { "\(source) is not watched: \($0)" } ?? "\(source) is not watched yet"
    }

    /// The object that `/status` and `upright status --json` give.
    public var json: JSONValue {
        .object([
            ("source", .string(source)), ("output", .string(output)), ("isWatched", .boolean(isWatched)),
            ("unwatchedReason", unwatchedReason.map(JSONValue.string) ?? .null),
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

    /// Takes in what was counted of the folder.
    mutating func take(_ figures: [RawPath: FolderFigures]) {
        guard let own = figures[RawPath(source)] else { return }
        (rejected, deferred, held, freeBytes) = (own.rejected, own.deferred, own.held, own.freeBytes)
    }

    private static func integer(_ value: Int?) -> JSONValue { value.map(JSONValue.integer) ?? .null }
}
