internal import UprightService
internal import ArgumentParser
internal import UprightFiles
internal import UprightBase
internal import UprightFormats
internal import UprightRewriting

/// `upright tag`: writes position, time, place and any other metadata into files.
struct Tag: AsyncParsableCommand, TakesManyArguments {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Writes position, time, place and other metadata into files.",
        discussion: """
            Files are edited in place and atomically: all edits of a file are made, or none. Pixels and everything else \
            that is not edited keep their exact bytes.

            Names: EXIF:Artist, IFD0:Make, ExifIFD:0x9003, GPS:GPSLatitude, GPS:all (to remove), IPTC:City, \
            XMP:photoshop:City, XMP:all (to remove the packet). A value that does not fit its tag is refused.

            A symbolic link is followed: its target is edited. If a file has several names (hard links), the given name \
            refers to the edited file afterwards, and the other names to the old one.

            Examples:
              upright tag IMG_1.jpg --gps 48.137154,11.576124 --place Munich,Bavaria
              upright tag *.jpg --set EXIF:Artist="A. Person" --shift-time +1:30
              upright tag *.jpg --strip private --output public
              upright inspect --csv *.jpg > table.csv && upright tag --csv table.csv
            """)

    @OptionGroup var arguments: FileArguments

    @OptionGroup(title: "What to write") var values: TagValues

    @OptionGroup(title: "Values from a table") var table: TableOptions

    @OptionGroup(title: "What to find out for each file") var found: TagStepOptions

    @Flag(help: "Only fill in blank values; do not overwrite existing ones.")
    var blanks = false

    @OptionGroup var beside: SidecarOption

    @OptionGroup var delivery: EditDelivery

    @Option(
        help: ArgumentHelp(
            "Record the edits in a file, from which --undo makes them undone.", valueName: "file"),
        completion: .file())
    var journal: String?

    @Option(
        help: ArgumentHelp(
            """
            Undo the edits in a journal, byte for byte. A file that has changed since is left as it is. Names of files restrict \
            the undoing to them.
            """,
            valueName: "journal"),
        completion: .file())
    var undo: String?

    func validate() throws {
        try delivery.validate(arguments.files)
        if journal != nil, delivery.output != nil {
            throw ValidationError("--journal is for files edited in place; --output leaves the originals.")
        }
        if beside.sidecar != nil {
            if journal != nil {
                throw ValidationError("--journal is for pictures edited in place; --sidecar leaves them.")
            }
            if values.strip.profile != nil {
                throw ValidationError("--strip removes from the picture; leave --sidecar out.")
            }
        }
        _ = try found.steps(setting: values.templates, onlyBlanks: blanks)
        if undo != nil {
            guard values.isEmpty, found.isEmpty, table.csv == nil, journal == nil, delivery.output == nil,
                !delivery.backup, beside.sidecar == nil
            else {
                throw ValidationError("--undo makes no other edits: leave the other options out.")
            }
            return
        }
        if found.shiftTime != nil || found.zone != nil, values.time != nil {
            throw ValidationError("--time says the time; --shift-time and --zone correct the one that is there.")
        }
        if arguments.isEmpty, table.csv == nil { throw ValidationError("Give files, --files-from or --csv.") }
        if values.isEmpty, found.isEmpty, table.csv == nil {
            throw ValidationError("Give at least one of --gps, --time, --place, --set, --remove, --strip, --csv, …")
        }
        for type in PictureFormats.descriptions.map(\.type) { _ = try values.edits(for: type, onlyBlanks: blanks) }
    }

    func run() async throws {
        if let undo { return try await undoEdits(in: undo) }
        let steps = try found.steps(setting: values.templates, onlyBlanks: blanks)
        let journal = delivery.dryRun ? nil : try journal.map { try open($0, mustExist: false) }
        let (values, blanks) = (values, blanks)
        var sheet = try table.sheet(namespaces: values.namespaces())
        sheet?.onlyBlanks = blanks
        let paths = arguments.isEmpty ? sheet?.paths ?? [] : try arguments.paths()
        try await delivery.run(paths, steps: steps, table: sheet, journal: journal, sidecar: beside.sidecar) {
            run, path in
            await run.tag(path) { try values.edits(for: $0, onlyBlanks: blanks) }
        }
    }

    private func undoEdits(in name: String) async throws {
        let journal = try open(name, mustExist: true)
        var paths = journal.files
        if !arguments.isEmpty {
            let named = Set(try arguments.paths().map { try FileStore.absolute($0.followed()) })
            paths = paths.filter { named.contains($0) }
        }
        try await delivery.run(paths) { run, path in await run.undo(path, journal) }
    }

    private func open(_ name: String, mustExist: Bool) throws -> EditJournal {
        do { return try EditJournal(RawPath(argument: name), mustExist: mustExist) } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }
}

extension Tag: TakesEmptyValues {
    /// These remove what they would write.
    static let optionsWithEmptyValues: Set<String> = ["--gps", "--time", "--place", "--street", "--owner"]
}
