internal import UprightEditing
internal import UprightService
internal import ArgumentParser
internal import UprightFiles
internal import UprightMetadata
internal import UprightWorker

/// `upright inspect`: shows what a file contains.
struct Inspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Shows what files contain: type, structure, every metadata dictionary.",
        discussion: """
            The dictionaries have the names and keys of ImageIO: {TIFF}, {Exif}, {GPS}, {IPTC}, …; a tag without a name \
            is listed under its number. With --json, each file gives one JSON object on a line; keys are sorted, so the same \
            file always gives the same bytes.
            """)

    @Argument(help: ArgumentHelp("JPEG, PNG and GIF files.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Print a line of JSON for each file on standard output.")
    var json = false

    @Flag(help: "Also list the parts of the file, with offsets, sizes and digests.")
    var structure = false

    @Flag(help: "Also list every Exif tag with its number, type, count and exact value.")
    var tags = false

    @Flag(help: "Show how two files differ, part by part and value by value. Exit status 1 if they differ.")
    var compare = false

    @Flag(
        name: .customLong("private"),
        help: "List what each file would give away if it were published. Exit status 1 if there is anything.")
    var privacy = false

    func validate() throws {
        if files.contains("") { throw ValidationError("A path is empty.") }
        if compare, privacy { throw ValidationError("--compare and --private exclude each other.") }
        if compare, files.count != 2 { throw ValidationError("--compare takes two files.") }
    }

    func run() async throws {
        // Confined workers read the files.
        let workers = try await FileWorkers.startingForCommand()
        let run = InspectionRun(
            workers, InspectionScope(structure: structure || compare, tags: tags, privacy: privacy))
        var inspections: [Inspection] = []
        var isRejected = false
        await run.run(files.map { RawPath(argument: $0) }) { inspection in
            isRejected = isRejected || !inspection.isReadable || inspection.privateItems?.isEmpty == false
            if compare { inspections.append(inspection) } else { show(inspection) }
            return !Console.shared.isBroken
        }
        await workers.shutDown()
        if Console.shared.isBroken { throw ExitStatus.brokenPipe }
        if compare { return try show(differencesOf: inspections) }
        if isRejected { throw ExitStatus.rejected }
    }

    private func show(_ inspection: Inspection) {
        if json {
            Console.shared.print(inspection.json)
        } else if let items = inspection.privateItems {
            for item in items {
                let value = TerminalText.safe(item.from)
                Console.shared.print(
                    "\(inspection.source): \(item.what): \(value.count > 80 ? value.prefix(79) + "…" : value)")
            }
        } else {
            let text = InspectionText(inspection, colours: Console.shared.outputHasColours)
            for line in text.lines { Console.shared.print(line) }
        }
        if let reason = inspection.reason, !json {
            Console.shared.error("\(inspection.source): \(reason)")
        }
    }

    private func show(differencesOf inspections: [Inspection]) throws {
        for inspection in inspections {
            if let reason = inspection.reason {
                Console.shared.error("\(inspection.source): \(reason)")
                throw ExitStatus.rejected
            }
        }
        let differences = InspectionDifference.all(inspections[0], inspections[1])
        for difference in differences {
            if json {
                Console.shared.print(difference.json)
            } else {
                Console.shared.print(difference.text(colours: Console.shared.outputHasColours))
            }
        }
        if !differences.isEmpty { throw ExitStatus.rejected }
        if !json { Console.shared.print("no differences") }
    }
}
