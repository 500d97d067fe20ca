internal import ArgumentParser
internal import UprightFiles
internal import UprightService

/// `upright turn`: turns pictures whose orientation is lost or wrong, losslessly.
struct Turn: AsyncParsableCommand, TakesManyArguments {
    static let configuration = CommandConfiguration(
        commandName: "turn", abstract: "Turns pictures by hand, losslessly: left, right, by 180 degrees, or mirrored.",
        discussion: """
            The turn is that of the picture as viewers show it: if it has an orientation, the picture is first turned by that, \
            and the orientation becomes 1. Everything else is kept as by upright reprocess. Each output is decoded and compared \
            with its source before it is delivered.

            Files are turned in place and atomically. If something of an original could not be restored by turning it back (a JPEG \
            whose size is not a whole number of blocks, a damaged picture), it is kept under its name with .orig appended. A \
            format that cannot be turned without loss is refused.

            A symbolic link is followed: its target is turned.

            Examples:
              upright turn left scan.png
              upright turn 180 *.jpg --output turned
            """)

    @Argument(
        help: ArgumentHelp(
            "left, right, 180, mirror (exchanges left and right) or flip (exchanges top and bottom).",
            valueName: "direction"),
        completion: .list(TurnDirection.allCases.map(\.rawValue)), transform: Self.direction)
    var direction: TurnDirection

    @OptionGroup var arguments: FileArguments

    @OptionGroup var delivery: EditDelivery

    func validate() throws {
        if arguments.isEmpty { throw ValidationError("Give files or --files-from.") }
        try delivery.validate(arguments.files)
    }

    func run() async throws {
        let (delivery, direction) = (delivery, direction)
        try await delivery.run(try arguments.paths()) { run, path in await run.turn(path, by: direction) }
    }

    private static func direction(_ word: String) throws -> TurnDirection {
        guard let direction = TurnDirection(rawValue: word) else {
            let words = TurnDirection.allCases.map(\.rawValue)
            throw ValidationError(
                "expected \(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), found \"\(word)\"")
        }
        return direction
    }
}
