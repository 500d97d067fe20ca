internal import UprightRewriting
internal import UprightConfiguration
internal import UprightSteps
internal import UprightEngine
internal import ArgumentParser
internal import UprightFiles
internal import UprightService

/// What `upright reprocess` is to do, as its arguments say.
struct ReprocessRun: Sendable {
    var paths: [String] = []
    var filesFrom: String?
    var output: String?
    var config: String?
    var json = false
    var dryRun = false
    var jobs: Int?
    var force = false
    var verbose = false
    var quiet = false
    /// What happens to files of unsupported types; nil for what the configured folders say.
    var others: FolderConfiguration.Others?
    /// Whether pictures are turned whose turn needs a new loss.
    var turnsWithLoss = false
    /// On which pictures labels were made; nil for what the configuration says.
    var labelled: LabelConvention?
    /// Which of the journal's files to process.
    var selection = DropFolderRun.Selection()
    /// Whether the arguments name a selection.
    var hasSelection = false

    /// Checks that the arguments make sense together.
    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs takes a number from 1 to 1024; found \(jobs).")
        }
        if verbose, quiet { throw ValidationError("--verbose and --quiet cannot be used together.") }
        if paths.contains("") || output == "" { throw ValidationError("A path is empty.") }
        if filesFrom != nil, !paths.isEmpty {
            throw ValidationError("--files-from and paths cannot be used together: put the paths into the list.")
        }
        if paths.isEmpty, filesFrom == nil {
            guard config != nil || hasSelection || ConfigurationOption.found != nil else {
                throw ValidationError("Give files or folders with --output, or a configuration with --config.")
            }
            if output != nil {
                throw ValidationError("--output needs a path; configured folders have their own outputs.")
            }
        } else {
            guard output != nil else { throw ValidationError("Give the folder to write to: --output DIR.") }
            if hasSelection {
                throw ValidationError(
                    "--failed, --since, --changed and --place select files of the journal: give no path.")
            }
        }
    }

    /// Runs to the end.
    func run() async throws {
        var configuration =
            paths.isEmpty && filesFrom == nil
            ? try ConfigurationOption.loadOrFind(config) : try ConfigurationOption.load(config, needsFolders: false)
        if let jobs { configuration.jobs = jobs }
        if let others { for index in configuration.folders.indices { configuration.folders[index].others = others } }
        if let labelled { configuration.labelled = labelled }
        if turnsWithLoss { configuration.normalization.lossy = .turn }
        if let output, !paths.isEmpty { try OutputGuard.check(paths: paths, output: output, force: force) }
        let processor = try await processor(for: configuration)
        if !quiet {
            for remark in configuration.steps.flatMap(\.runRemarks) { Console.shared.note("\(remark)") }
        }
        let start = ContinuousClock.now
        let summary = try await run(configuration, processor)
        if !quiet {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let console = Console.shared
            let colours = json ? console.errorHasColours : console.outputHasColours
            let isLeaving =
                others == nil && configuration.folders.allSatisfy { $0.others == .leave } || others == .leave
            let lines =
                [summary.text(seconds: seconds, isDryRun: dryRun, colours: colours)]
                + summary.ignoredLines(offersOthers: isLeaving)
            for line in lines {
                if !json { console.print(line) } else if console.errorIsTerminal { console.report(line) }
            }
        }
        if let output, !paths.isEmpty, !dryRun, summary.delivered > 0 { remember(paths, of: output) }
        if summary.owedPlaces > 0 { warn(of: summary) }
        if !summary.isComplete { throw ExitStatus.rejected }
        if summary.owedPlaces > 0 { throw ExitStatus.tryAgain }
    }

    /// Says how many places are owed.
    private func warn(of summary: RunSummary) {
        let owed = summary.owedPlaces
        let again =
            output == nil ? "the daemon or the next reprocess writes them" : "reprocess --force writes them then"
        Console.shared.warning(
            "\(Words.count(owed, "place")) \(owed == 1 ? "is" : "are") owed until the geocoder answers"
                + (summary.geocoderFailure.map { " (\($0))" } ?? "")
                + "; \(again). place.fallback: offline writes names of the built-in data")
    }

    /// Remembers where the outputs came from, for `upright gallery`. Nothing else depends on it.
    private func remember(_ paths: [String], of output: String) {
        let paths = paths.map { RawPath(argument: $0) }
        let folders = paths.map { FileStore.isFolder($0) ? $0 : $0.parent.isEmpty ? "." : $0.parent }
        do throws(FileError) { try RememberedOutput(RawPath(argument: output)).remember(folders) } catch {
            if verbose { Console.shared.warning("upright gallery will not find the originals: \(error)") }
        }
    }

    /// The processor that the configuration asks for.
    private func processor(for configuration: Configuration) async throws -> any PictureProcessor {
        do {
            let managed = try await ManagedProcessor.starting(configuration)
            if verbose { for warning in managed.warnings { Console.shared.warning("sandbox: \(warning)") } }
            return managed.processor
        } catch {
            Console.shared.error("\(error)")
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
                configuration: configuration, others: others ?? .leave,
                engine: try await engine(configuration, processor, jobs: jobs))
            return try await RunGuard.run { try await run.run { event in await listener.show(event) } }
        }
        if let output, let filesFrom {
            let list: FileList
            do { list = try FileList(filesFrom) } catch {
                Console.shared.error("--files-from: \(error)")
                throw ExitStatus.rejected
            }
            let run = DropFolderRun(
                listed: list, output: output, configuration: configuration, others: others ?? .leave,
                engine: try await engine(configuration, processor, jobs: jobs))
            return try await RunGuard.run { try await run.run { event in await listener.show(event) } }
        }
        let geocoding = try selection.place.map { _ in
            try GazetteerOption.geocoding(configuration.steps.naming, of: configuration)
        }
        let first: Journal
        do { first = try open(configuration) } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.configuration
        }
        @Sendable func run(with journal: Journal) async throws -> RunSummary {
            var run = DropFolderRun(
                configuration: configuration, selection: selection, geocoding: geocoding,
                engine: try await engine(configuration, processor, jobs: jobs, history: journal))
            run.countsFinished = !json && !verbose
            return try await run.run { event in await listener.show(event) }
        }
        let summary = try await RunGuard.run {
            do {
                let summary = try await run(with: first)
                if !first.isDamaged { return summary }
            } catch let error as JournalError {
                guard error.kind == .damaged else { throw error }
            }
            return try await run(with: open(configuration, isDamaged: true))
        }
        try await fileIntoAlbums(configuration)
        return summary
    }

    /// Adds what was delivered to the albums, if a step keeps albums and no daemon does so. The pictures are delivered in any case.
    private func fileIntoAlbums(_ configuration: Configuration) async throws {
        guard !dryRun, configuration.steps.contains(where: { $0.keepsAlbums }),
            await DaemonClient.daemon(of: configuration) == nil
        else { return }
        try await RunGuard.run {
            do { try await AlbumLibraryOptions.opened(configuration) } catch {
                let reason = ConfigurationOption.message(of: error, in: configuration)
                Console.shared.warning(
                    "the albums lack this run's pictures; upright albums rebuild adds them: \(reason)")
            }
        }
    }

    private func open(_ configuration: Configuration, isDamaged: Bool = false) throws(JournalError) -> Journal {
        let opened = try Journal.open(in: RawPath(configuration.state), isDamaged: isDamaged)
        for warning in opened.warnings { Console.shared.warning("\(warning)") }
        return opened.journal
    }

    private func engine(
        _ configuration: Configuration, _ processor: any PictureProcessor, jobs: Int,
        history: any PictureHistory = NoHistory()
    ) async throws -> PictureEngine {
        var engine = PictureEngine(processor: processor, jobs: jobs, version: Product.version, history: history)
        var environment = configuration.stepEnvironment(reader: processor.reader)
        do { try environment.openPlaceCache() } catch { Console.shared.warning("\(error)") }
        engine.steps = try await ConfigurationOption.prepared(configuration, environment)
        engine.force = force
        engine.isDryRun = dryRun
        return engine
    }
}
