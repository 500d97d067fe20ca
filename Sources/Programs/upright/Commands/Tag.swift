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
        try delivery.validate(files)
        if values.isEmpty { throw ValidationError("Give at least one of --gps, --time, --place, --set, --remove, --strip, …") }
        for type in PictureFormats.descriptions.map(\.type) { _ = try values.edits(for: type, onlyBlanks: blanks) }
    }

    func run() async throws {
        let (delivery, values, blanks) = (delivery, values, blanks)
        try await delivery.run(files) { run, path in
            await run.tag(path) { try values.edits(for: $0, onlyBlanks: blanks) }
        }
    }

    private var delivery: EditDelivery {
        EditDelivery(
            output: output, force: force, backup: backup, keepTime: keepTime, dryRun: dryRun, json: json)
    }
}

extension Tag: TakesEmptyValues {
    /// These remove what they would write.
    static let optionsWithEmptyValues: Set<String> = ["--gps", "--time", "--place", "--street", "--owner"]
}
