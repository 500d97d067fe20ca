public import UprightJSON

extension GenerationSnapshot {
    /// The snapshot as the object in `/status`.
    public var json: JSONValue {
        .object([
            ("state", state.map(JSONValue.string) ?? .null), ("reloads", reloads.map(JSONValue.integer) ?? .null),
            ("refusedConfiguration", refusedConfiguration.map(JSONValue.string) ?? .null),
            ("waiting", .integer(waiting)), ("inProgress", .integer(inProgress)),
            ("oldestWaiting", oldestWaiting.map(JSONValue.number) ?? .null), ("overflows", .integer(overflows)),
            ("scans", .integer(scans)), ("workerRestarts", .integer(workerRestarts)), ("isPaused", .boolean(isPaused)),
            ("lacks", .array((lacks ?? []).map(JSONValue.string))), ("isAlive", .boolean(isAlive)),
            ("isReady", .boolean(isReady)),
            ("folders", .array((folders ?? []).map(\.json))),
            ("done", .object(done.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            (
                "companions",
                .object((companions ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
            ),
            ("types", .object(types.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ("retries", .integer(retries)),
            ("bytes", .object([("source", .integer(bytes.source)), ("output", .integer(bytes.output))])),
            (
                "stages",
                .object(
                    stages.sorted { $0.key < $1.key }.map { stage, time in
                        (stage, .object([("count", .integer(time.count)), ("seconds", .number(time.seconds))]))
                    })
            ),
        ])
    }
}
