internal import UprightBase
internal import UprightRewriting
internal import UprightService
internal import ArgumentParser
internal import UprightFiles
internal import UprightFormats
internal import UprightWorker

/// `upright inspect`: shows what a file contains.
struct Inspect: AsyncParsableCommand, TakesManyArguments {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Shows what files contain: type, structure, every metadata dictionary.",
        discussion: """
            The dictionaries have the names and keys of ImageIO: {TIFF}, {Exif}, {GPS}, {IPTC}, …; a tag without a name \
            is listed under its number. With --json, each file gives one JSON object on a line; keys are sorted, so the same \
            file always gives the same bytes.

            Examples:
              upright inspect IMG_1.jpg
              upright inspect --get Model,DateTimeOriginal *.jpg
              upright inspect --extract thumbnail IMG_1.jpg > thumbnail.jpg
              upright inspect --compare IMG_1.jpg IMG_2.jpg
            """)

    @OptionGroup var arguments: FileArguments

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

    @Flag(help: "Also show the digest of the picture, which turning and metadata do not change.")
    var digest = false

    @OptionGroup(title: "Single values and parts") var query: QueryOptions

    func validate() throws {
        if arguments.isEmpty { throw ValidationError("Give files or --files-from.") }
        if compare, privacy { throw ValidationError("--compare and --private exclude each other.") }
        if compare, arguments.files.count != 2 { throw ValidationError("--compare takes two files.") }
        if query.isGiven, structure || tags || compare || privacy || digest || query.extract != nil && json {
            throw ValidationError("--get, --csv and --extract show nothing else: leave the other options out.")
        }
        try query.validate(json: json)
    }

    func run() async throws {
        let paths = try arguments.paths()
        // Confined workers read the files.
        let workers = try await FileWorkers.startingForCommand()
        if let part = query.extract { return try await query.extract(part, of: paths, workers) }
        var scope = InspectionScope(structure: structure || compare, tags: tags, privacy: privacy)
        let rows = try query.rows()
        if let rows { scope.names = rows.names }
        scope.namespaces = try query.declared().map { XMPNamespaceDeclaration($0) }
        scope.digest = digest
        let run = InspectionRun(workers, scope)
        var inspections: [Inspection] = []
        var isRejected = false
        var valued: Set<String> = []
        if let rows, query.csv { Console.shared.print(bytes: rows.header) }
        await run.run(paths) { inspection in
            isRejected = isRejected || !inspection.isReadable || inspection.privateItems?.isEmpty == false
            valued.formUnion(inspection.values?.keys.map(\.self) ?? [])
            if compare {
                inspections.append(inspection)
            } else if let rows, !json {
                query.show(inspection, rows, isAlone: paths.count == 1)
            } else {
                show(inspection)
            }
            return !Console.shared.isBroken
        }
        await workers.shutDown()
        // What was not looked at says nothing.
        if Console.shared.isBroken { throw ExitStatus.inputOutput }
        if compare { return try show(differencesOf: inspections) }
        try query.checkNames(valued)
        if isRejected { throw ExitStatus.rejected }
    }

    private func show(_ inspection: Inspection) {
        if json {
            Console.shared.print(inspection.json)
        } else if let items = inspection.privateItems {
            for item in items {
                let value = ShownText.onOneLine(item.from)
                Console.shared.print(
                    "\(inspection.source): \(item.what): \(value.count > 80 ? value.prefix(79) + "…" : value)")
            }
        } else if inspection.wasRead {
            let text = InspectionText(inspection, colours: Console.shared.outputHasColours)
            for line in text.lines { Console.shared.print(line) }
            if digest { Console.shared.print("digest: \(inspection.digest ?? "none")") }
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
