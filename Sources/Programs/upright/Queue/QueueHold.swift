internal import ArgumentParser
internal import UprightFiles

/// `upright queue hold`.
struct QueueHold: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Holds pictures: they are not processed until they are released, even after a restart.",
        discussion: """
            A file in a drop folder can be held by its path before its processing starts. Versions before 0.2 do not know \
            about holds, and process held pictures.

            Examples:
              upright queue hold drop/b.jpg
              upright queue hold 'drop/IMG_*'
            """)

    @OptionGroup var targets: QueueTargets
    @OptionGroup var options: StateOptions

    func run() async throws {
        try await QueueChanging(change: .hold, done: "held", targets: targets, options: options).run()
    }
}
