internal import UprightService
internal import ArgumentParser
internal import UprightFiles
internal import UprightJSON
internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata
internal import UprightRewriting

/// `upright tag`: writes position, time, place and any other metadata into files.
struct Tag: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Writes position, time, place and other metadata into files.",
        discussion: """
            Files are edited in place and atomically: all edits of a file are made, or none. Pixels and everything else \
            that is not edited keep their exact bytes.

            Names: EXIF:Artist, IFD0:Make, ExifIFD:0x9003, GPS:GPSLatitude, GPS:all (to remove), IPTC:City, \
            XMP:photoshop:City, XMP:all (to remove the packet). A value that does not fit its tag is refused.

            A symbolic link is followed: its target is edited. If a file has several names (hard links), the given name \
            refers to the edited file afterwards, and the other names to the old one.
            """)

    @Argument(help: ArgumentHelp("JPEG, PNG and GIF files.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup(title: "What to write") var values: TagValues

    @Flag(help: "Only fill in blank values; do not overwrite existing ones.")
    var blanks = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write edited files to this folder, and leave the sources unchanged.", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Flag(help: "Replace existing files in the output folder.")
    var force = false

    @Flag(help: "Keep a copy of each original under its name with .orig appended.")
    var backup = false

    @Flag(help: "Keep the modification time of edited files.")
    var keepTime = false

    @Flag(name: [.customShort("n"), .long], help: "Write nothing; show what would change.")
    var dryRun = false

    @Flag(help: "Print a line of JSON for each file on standard output.")
    var json = false

    func validate() throws {
        if files.contains("") || output == "" { throw ValidationError("A path is empty.") }
        if output != nil, backup {
            throw ValidationError("--backup is for files edited in place; --output leaves the originals.")
        }
        if output == nil, force { throw ValidationError("--force needs --output.") }
        if values.isEmpty { throw ValidationError("Give at least one of --gps, --time, --place, --set, --remove, …") }
        for type in PictureFormats.descriptions.map(\.type) { _ = try values.edits(for: type, onlyBlanks: blanks) }
    }

    func run() async throws {
        let destination: TagRun.Destination =
            output.map { .folder(RawPath(argument: $0), replacing: force) } ?? .inPlace(backup: backup)
        // Confined workers read and edit the files.
        let workers = try await FileWorkers.startingForCommand()
        let run = TagRun(workers, destination: destination, isDry: dryRun, keepsTime: keepTime)
        Interrupts.listen()
        var isRejected = false
        var shown = 0
        await workers.run(
            files.map { RawPath(argument: $0) }, keys: run.keys, begins: { Interrupts.signal == 0 },
            { [values, blanks] in await run.tag($0) { try values.edits(for: $0, onlyBlanks: blanks) } }
        ) { report in
            isRejected = isRejected || report.outcome == .rejected
            if json { Console.shared.print(report.json.serialized) } else { show(report) }
            shown += 1
            return !Console.shared.isBroken
        }
        await workers.shutDown()
        if Console.shared.isBroken { throw ExitStatus.brokenPipe }
        if shown < files.count, Interrupts.signal != 0 { throw ExitCode(128 + Interrupts.signal) }
        if isRejected { throw ExitStatus.rejected }
    }

    private func show(_ report: TagReport) {
        let console = Console.shared
        let word = report.outcome == .normalized ? (dryRun ? "would edit" : "edited") : report.outcome.rawValue
        if report.outcome == .rejected {
            let shown = report.outcome.style(word, when: console.errorHasColours)
            console.error("\(shown): \(report.source): \(report.reason)")
        } else {
            console.print(report.outcome.style(word, when: console.outputHasColours) + " \(report.source)")
        }
        for change in report.changes {
            let (from, to) = (Self.short(change.from), Self.short(change.to))
            console.print("  \(change.what): \(from.isEmpty ? "" : "\(from) → ")\(to.isEmpty ? "removed" : to)")
        }
        for warning in report.warnings { console.warning("\(report.source): \(warning)") }
    }

    private static func short(_ text: String) -> String {
        let line = TerminalText.safe(text)
        return line.count > 80 ? line.prefix(79) + "…" : line
    }
}

extension Tag: TakesEmptyValues {
    /// These remove what they would write.
    static let optionsWithEmptyValues: Set<String> = ["--gps", "--time", "--place", "--street", "--owner"]
}
