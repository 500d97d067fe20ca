package import UprightBase

extension GenerationSnapshot {
    /// The snapshot as the object in `/status`.
    package var json: JSONValue {
        .object([
            ("state", .text(state)), ("reloads", .count(reloads)),
            ("refusedConfiguration", .text(refusedConfiguration)),
            ("waiting", .integer(waiting)), ("inProgress", .integer(inProgress)),
            ("oldestWaiting", .measure(oldestWaiting)), ("overflows", .integer(overflows)),
            ("scans", .integer(scans)), ("workerRestarts", .integer(workerRestarts)), ("isPaused", .boolean(isPaused)),
            ("lacks", .array((lacks ?? []).map(JSONValue.string))), ("isAlive", .boolean(isAlive)),
            ("isReady", .boolean(isReady)),
            ("folders", .array((folders ?? []).map(\.json))),
            ("done", .counts(done)), ("companions", .counts(companions ?? [:])), ("types", .counts(types)),
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
