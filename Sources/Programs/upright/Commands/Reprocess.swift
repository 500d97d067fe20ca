internal import UprightWorker
internal import UprightRewriting
internal import UprightConfiguration
internal import UprightSteps
internal import UprightEngine
internal import ArgumentParser
internal import UprightFiles
internal import UprightJournal

/// `upright reprocess`: does the daemon's work once, over files and folders.
struct Reprocess: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reprocess", abstract: "Normalizes files and folders once, and exits.",
        discussion: """
            With PATH, each file of a folder keeps its relative path in the output folder. Without PATH, the configured \
            folders are processed once, with the daemon's journal.

            An output that already has the right bytes is "current". One with other bytes is not overwritten, and its file is \
            rejected, unless --force, --changed, --place or the configuration's on-change allows it.
            """)

    @Argument(
        help: ArgumentHelp("Files and folders; folders include everything inside.", valueName: "path"),
        completion: .file())
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "A list of files, one per line or NUL-terminated (find -print0); - for standard input. The output mirrors their paths.",
            valueName: "file"),
        completion: .file())
    var filesFrom: String?

    @Option(
        help: ArgumentHelp("The folder for the normalized pictures.", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp("The configuration file.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Flag(help: "Print a line of JSON for each file on standard output.")
    var json = false

    @Flag(help: "Write nothing; show what would be done.")
    var dryRun = false

    @Option(help: ArgumentHelp("How many pictures to process at a time (default: one per core).", valueName: "n"))
    var jobs: Int?

    @Flag(help: "Replace existing outputs that have other bytes.")
    var force = false

    @Flag(name: [.short, .long], help: "Print a line for each file.")
    var verbose = false

    @Flag(name: [.short, .long], help: "Print only what failed.")
    var quiet = false

    @OptionGroup(title: "Selection from the journal (with --config and no path)")
    var selection: SelectionOptions

    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 1024.") }
        if verbose, quiet { throw ValidationError("--verbose and --quiet cannot be used together.") }
        if paths.contains("") || output == "" { throw ValidationError("A path is empty.") }
        if filesFrom != nil, !paths.isEmpty {
            throw ValidationError("--files-from and paths cannot be used together: put the paths into the list.")
        }
        if paths.isEmpty, filesFrom == nil {
            guard config != nil else {
                throw ValidationError("Give files or folders with --output, or a configuration with --config.")
            }
            if output != nil {
                throw ValidationError("--output needs a path; configured folders have their own outputs.")
            }
        } else {
            guard output != nil else { throw ValidationError("Give the folder to write to: --output DIR.") }
            if selection.isGiven {
                throw ValidationError("--failed, --since, --changed and --place need --config and no path.")
            }
        }
        try selection.validate()
    }

    func run() async throws {
        var configuration = try ConfigurationOption.load(config, needsFolders: false)
        if let jobs { configuration.jobs = jobs }
        if let output, !paths.isEmpty { try OutputGuard.check(paths: paths, output: output, force: force) }
        let processor = try await processor(for: configuration)
        if !quiet, let place = configuration.step(PlaceStep.self), place.geocoder != nil, !place.writes {
            Console.shared.report(
                "note: place.geocoder is not asked: reprocess asks it only for names to write into pictures, and place.write "
                    + "is false. The daemon asks it for the albums")
        }
        let start = ContinuousClock.now
        let summary = try await run(configuration, processor)
        if !quiet {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let console = Console.shared
            let colours = json ? console.errorHasColours : console.outputHasColours
            let text = summary.text(seconds: seconds, isDryRun: dryRun, colours: colours)
            if json { if console.errorIsTerminal { console.report(text) } } else { console.print(text) }
        }
        if !summary.isComplete { throw ExitStatus.rejected }
    }

    /// The processor that the configuration asks for. If its first worker is starting already, this does not wait for it.
    private func processor(for configuration: Configuration) async throws -> any PictureProcessor {
        let ready = { @Sendable [verbose] (managed: ManagedProcessor) in
            if verbose { for warning in managed.warnings { Console.shared.report("sandbox: \(warning)") } }
        }
        if let pool = EarlyWorkers.pool(for: configuration) {
            return StartingProcessor(pool, ready: ready) { error in
                Console.shared.report("upright: \(error)")
                ExitStatus.end(with: ExitStatus.configuration)
            }
        }
        do {
            let managed = try await ManagedProcessor.starting(configuration)
            ready(managed)
            return managed.processor
        } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.configuration
        }
    }

    /// Runs to the end. If the journal turns out to be damaged during the run, starts over with a new one; outputs that
    /// exist already are then current.
    private func run(_ configuration: Configuration, _ processor: any PictureProcessor) async throws -> RunSummary {
        let jobs = configuration.parallelJobs
        let listener = RunListener(.init(isJSON: json, isVerbose: verbose, isQuiet: quiet))
        if let output, !paths.isEmpty {
            let run = DropFolderRun(
                paths: paths.map { RawPath(argument: $0) }, output: RawPath(argument: output),
                configuration: configuration,
                engine: try await engine(configuration, processor, jobs: jobs, journal: nil))
            return try await RunGuard.run { try await run.run { event in await listener.take(event) } }
        }
        if let output, let filesFrom {
            let list: FileList
            do { list = try FileList(filesFrom) } catch { throw ValidationError("--files-from: \(error)") }
            let run = DropFolderRun(
                listed: list, output: output, configuration: configuration,
                engine: try await engine(configuration, processor, jobs: jobs, journal: nil))
            return try await RunGuard.run { try await run.run { event in await listener.take(event) } }
        }
        let selected = try selection.selection
        let geocoding = try selected.place.map { _ in
            try GazetteerOption.geocoding(configuration.step(PlaceStep.self) ?? PlaceStep())
        }
        let first: Journal
        do { first = try open(configuration) } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.configuration
        }
        @Sendable func run(with journal: Journal) async throws -> RunSummary {
            let run = DropFolderRun(
                configuration: configuration, selection: selected, geocoding: geocoding,
                engine: try await engine(configuration, processor, jobs: jobs, journal: journal), journal: journal)
            return try await run.run { event in await listener.take(event) }
        }
        return try await RunGuard.run {
            do {
                let summary = try await run(with: first)
                if !first.isDamaged { return summary }
            } catch let error as JournalError {
                guard error.kind == .damaged else { throw error }
            }
            return try await run(with: open(configuration, isDamaged: true))
        }
    }

    private func open(_ configuration: Configuration, isDamaged: Bool = false) throws(JournalError) -> Journal {
        let opened = try Journal.open(in: RawPath(configuration.state), isDamaged: isDamaged)
        for warning in opened.warnings { Console.shared.report("warning: \(warning)") }
        return opened.journal
    }

    private func engine(
        _ configuration: Configuration, _ processor: any PictureProcessor, jobs: Int, journal: Journal?
    ) async throws -> PictureEngine {
        var recorder: GroupCommitter<PictureRecord>.Recorder?
        if let journal { recorder = { records in try await journal.finish(records) } }
        var engine = PictureEngine(
            processor: processor, jobs: jobs, version: Product.version, recorder: recorder)
        var environment = configuration.stepEnvironment(reader: processor.reader)
        do { try environment.openPlaceCache() } catch { Console.shared.report("warning: \(error)") }
        do throws(StepError) { engine.steps = try await PreparedSteps(environment) } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.configuration
        }
        engine.force = force
        engine.isDryRun = dryRun
        return engine
    }
}
