internal import ArgumentParser
internal import UprightFiles
internal import UprightRewriting
internal import UprightService

/// `upright turn`: turns pictures whose orientation is lost or wrong, losslessly.
struct Turn: AsyncParsableCommand, TakesManyArguments {
    static let configuration = CommandConfiguration(
        commandName: "turn",
        abstract: "Turns pictures by hand, losslessly: left, right, by 180 degrees, mirrored, or as they say.",
        discussion: """
            The turn is that of the picture as viewers show it: if it has an orientation, the picture is first turned by that, \
            and the orientation becomes 1. auto does that alone: what upright reprocess does, in place. Everything else is kept \
            as by upright reprocess, and an XMP sidecar is turned with its picture. Each output is decoded and compared with its \
            source before it is delivered.

            Files are turned in place and atomically. Where turning the pixels would lose something (a JPEG whose size is not a \
            whole number of blocks, a lossy WebP, a raw file), the orientation is set instead; --pixels turns them where that is \
            possible at all, and --tag always sets the orientation. HEIC, HEIF and AVIF are turned by their properties. If \
            something of an original could not be restored by turning it back, it is kept under its name with .orig appended: one \
            for all turns, of the first state. --undo restores it.

            A symbolic link is followed: its target is turned.

            Examples:
              upright turn left scan.png
              upright turn 180 *.jpg --output turned
              upright turn auto -r photos
              upright turn --undo IMG_1.jpg
            """)

    @Argument(
        help: ArgumentHelp(
            """
            left, right, 180, mirror (exchanges left and right), flip (exchanges top and bottom), or auto (as the orientation \
            says). None with --undo.
            """,
            valueName: "direction"),
        completion: .list(TurnDirection.allCases.map(\.rawValue)))
    var direction: String?

    @OptionGroup var arguments: FileArguments

    @Flag(help: "Set the orientation, and leave the pixels as they are.")
    var tag = false

    @Flag(help: "Turn the pixels, also where that loses something.")
    var pixels = false

    @Flag(
        help: """
            Restore the original that turns have kept beside each file (.orig), byte for byte, and its sidecar's. A file that was \
            changed since is left as it is.
            """)
    var undo = false

    @OptionGroup var delivery: EditDelivery

    func validate() throws {
        let files = try files()
        if files.isEmpty { throw ValidationError("Give files or --files-from.") }
        try delivery.validate(files.files)
        if undo {
            guard !tag, !pixels, delivery.output == nil, !delivery.backup else {
                throw ValidationError("--undo only restores: leave --tag, --pixels, --backup and --output out.")
            }
            return
        }
        let direction = try wanted()
        if tag, pixels { throw ValidationError("--tag leaves the pixels as they are: give it or --pixels.") }
        if tag, direction == .auto {
            throw ValidationError("auto turns the pixels as the orientation says: leave --tag out.")
        }
    }

    func run() async throws {
        let (delivery, paths) = (delivery, try files().paths())
        if undo { return try await delivery.run(paths) { run, path in await run.undoTurn(path) } }
        let direction = try wanted()
        let way: NormalizationOptions.HandTurn = tag ? .tag : pixels ? .pixels : .exactOrTag
        try await delivery.run(paths) { run, path in await run.turn(path, by: direction, way) }
    }

    /// The files. With `--undo`, the first argument is one of them.
    private func files() throws -> FileArguments {
        var files = arguments
        if undo, let direction { files.named.insert(GatheredArguments(argument: direction), at: 0) }
        try files.validate()
        return files
    }

    private func wanted() throws -> TurnDirection {
        let words = TurnDirection.allCases.map(\.rawValue)
        guard let direction = direction.flatMap({ TurnDirection(rawValue: $0) }) else {
            let found = direction.map { "\"\($0)\"" } ?? "nothing"
            throw ValidationError(
                "expected \(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), found \(found)")
        }
        return direction
    }
}
