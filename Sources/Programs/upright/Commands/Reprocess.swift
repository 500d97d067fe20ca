internal import ArgumentParser
internal import UprightConfiguration
internal import UprightRewriting

/// `upright reprocess`: does the daemon's work once, over files and folders.
struct Reprocess: AsyncParsableCommand, TakesManyArguments {
    static let configuration = CommandConfiguration(
        commandName: "reprocess", abstract: "Normalizes files and folders once, and exits.",
        discussion: """
            With PATH, each file of a folder keeps its relative path in the output folder. Without PATH, the configured \
            folders are processed once, with the daemon's journal.

            An output that already has the right bytes is "current". One with other bytes is not overwritten, and its file is \
            rejected, unless --force, --changed, --place or the configuration's on-change allows it.

            Examples:
              upright reprocess ~/Pictures --output ~/Upright
              upright reprocess IMG_1.jpg scan.png --output upright --verbose
              find ~/Pictures -newer mark -print0 | upright reprocess --files-from - -o new
              upright reprocess --config pipeline.yaml --failed
            """)

    @Argument(
        help: ArgumentHelp("Files and folders; folders include everything inside.", valueName: "path"),
        completion: .file())
    var named: [GatheredArguments] = []

    @Option(
        help: ArgumentHelp(
            "A list of files, one per line or NUL-terminated (find -print0); - for standard input. The output mirrors their paths.",
            valueName: "file"),
        completion: .file())
    var filesFrom: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The folder for the normalized pictures.", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The configuration file (default with PATH: none; otherwise ./pipeline.yaml, then /etc/upright/pipeline.yaml).",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Flag(help: "Print a line of JSON for each file on standard output.")
    var json = false

    @Flag(name: [.customShort("n"), .long], help: "Write nothing; show what would be done.")
    var dryRun = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp("How many pictures to process at a time (default: one per core).", valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "What happens to files of unsupported types: leave, copy or move. A file that is moved leaves its folder when its output is durable.",
            valueName: "how"))
    var others: OthersChoice?

    @Option(
        help: ArgumentHelp(
            "On which pictures labels beside pictures (a.txt, a.json) were made: auto, stored or displayed.",
            valueName: "picture"))
    var labelled: LabelledChoice?

    @Option(
        help: ArgumentHelp(
            "What happens to sideways pictures that cannot be turned without a new loss: keep or turn.",
            valueName: "how"))
    var lossy: LossyChoice?

    @Flag(help: "Replace existing outputs that have other bytes.")
    var force = false

    @Flag(name: [.short, .long], help: "Print a line for each file.")
    var verbose = false

    @Flag(name: [.short, .long], help: "Print only what failed.")
    var quiet = false

    @OptionGroup(title: "Selection from the journal (with no path)")
    var selection: SelectionOptions

    func validate() throws {
        try settings.validate()
        try selection.validate()
    }

    func run() async throws {
        var run = settings
        run.selection = try selection.selection
        try await run.run()
    }

    /// The arguments, without the selection.
    private var settings: ReprocessRun {
        var run = ReprocessRun()
        (run.paths, run.filesFrom, run.output, run.config, run.jobs) = (named.texts, filesFrom, output, config, jobs)
        (run.json, run.dryRun, run.force, run.verbose, run.quiet) = (json, dryRun, force, verbose, quiet)
        run.hasSelection = selection.isGiven
        run.others = others?.value
        run.labelled = labelled?.value
        run.turnsWithLoss = lossy == .turn
        return run
    }
}

/// The values of `--lossy`, as in the configuration.
enum LossyChoice: String, WordArgument {
    case keep, turn
}

/// The values of `--labelled`, as in the configuration.
enum LabelledChoice: String, WordArgument {
    case auto, stored, displayed

    var value: LabelConvention {
        switch self {
        case .auto: .auto
        case .stored: .stored
        case .displayed: .displayed
        }
    }
}

/// The values of `--others`, as in the configuration.
enum OthersChoice: String, WordArgument {
    case leave, copy, move

    var value: FolderConfiguration.Others {
        switch self {
        case .leave: .leave
        case .copy: .copy
        case .move: .move
        }
    }
}
