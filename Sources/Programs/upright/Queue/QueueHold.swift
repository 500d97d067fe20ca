internal import ArgumentParser
internal import UprightJournal

/// `upright queue hold`.
struct QueueHold: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Holds pictures: nobody works on them until they are released, also after a restart.",
        discussion: """
            The path of a file in a drop folder holds it before it is begun. Versions before 0.2 do not know of holding, and \
            work on held pictures.
            """)

    @OptionGroup var targets: QueueTargets
    @OptionGroup var options: StateOptions

    func run() async throws {
        try await QueueChanging(change: .hold, done: "held", targets: targets, options: options).run()
    }
}
