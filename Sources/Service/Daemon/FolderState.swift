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
            ("oldestWaiting", oldestWaiting.map(JSONValue.number) ?? .null),
        ])
    }
}
