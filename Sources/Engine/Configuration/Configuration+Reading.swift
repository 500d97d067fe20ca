internal import UprightWorker
internal import UprightSteps
internal import UprightConfiguration
internal import UprightRewriting

extension Configuration {
    static let keys = [
        "folders", "state", "steps", "jobs", "damaged", "invalid-orientation", "orientation-from", "labelled", "heif",
        "verify", "sandbox",
        "limits", "retry", "journal", "log", "status", "on-failure", "gallery",
    ]
    static let limitKeys = [
        "pixels", "side", "file-size", "scans", "chunk-size", "inflated-metadata", "frames", "animation-pixels",
        "memory", "cpu-time", "time", "output-ratio", "output-allowance", "files-per-worker", "free-space",
    ]

    /// Reads the configuration from the file's root section, which notes the problems.
    init(reading section: ConfigurationSection, needsFolders: Bool, among kinds: StepRegistry) {
        folders = section.sections("folders", keys: FolderConfiguration.keys).compactMap {
            FolderConfiguration(reading: $0)
        }
        if needsFolders && !section.has("folders") || section.isEmptyList("folders") {
            section.report(
                "folders", expected: "at least one folder with source and output",
                found: section.has("folders") ? "an empty list" : "none")
        }
        state = section.path("state") ?? ""
        if needsFolders, !section.has("state") {
            section.report("state", expected: "the folder for the journal", found: "none", suggestion: "state: ./state")
        }
        steps = kinds.steps(in: section)
        readOutputSteps(section, kinds)
        jobs = section.scalarIs("jobs", "auto") ? 0 : section.count("jobs", default: 0, in: 1...1_024, or: "auto")
        normalization.damaged = section.choice("damaged", default: normalization.damaged)
        normalization.heif = section.choice("heif", default: normalization.heif)
        normalization.invalidOrientation = section.choice(
            "invalid-orientation", default: normalization.invalidOrientation)
        normalization.orientationFrom = section.choices("orientation-from", default: normalization.orientationFrom)
        labelled = section.choice("labelled", default: labelled)
        normalization.verification = section.choice("verify", default: normalization.verification)
        worker.sandbox = section.choice("sandbox", default: worker.sandbox)
        readLimits(section.section("limits", keys: Self.limitKeys))
        readRetry(section.section("retry", keys: ["attempts", "delay", "longest-delay"]))
        readJournal(section.section("journal", keys: ["keep"]))
        let log = section.section("log", keys: ["level", "format"])
        self.log.level = log.choice("level", default: self.log.level)
        self.log.format = log.choice("format", default: self.log.format)
        status = StatusConfiguration(reading: section.section("status", keys: ["listen"]), state: state)
        onFailure = OnFailureConfiguration(
            reading: section.section("on-failure", keys: OnFailureConfiguration.keys))
        gallery = GalleryConfiguration(reading: section.section("gallery", keys: GalleryConfiguration.keys))
        noteOverlaps(section)
    }

    /// Reads the steps of further outputs: those that edit the metadata of an output.
    private mutating func readOutputSteps(_ section: ConfigurationSection, _ kinds: StepRegistry) {
        let kinds = StepRegistry(kinds.kinds.filter { $0.editsOutputs })
        for (index, folder) in folders.enumerated() where !folder.furtherOutputs.isEmpty {
            let entry = section.entry("folders", index)
            for (place, path) in folder.furtherOutputs.enumerated() {
                let steps = kinds.steps(in: entry.entry("outputs", place + 1))
                outputSteps[DropFolder.key(ofOutput: path, from: folder.source)] = steps
            }
        }
    }

    private mutating func readLimits(_ section: ConfigurationSection) {
        var limits = normalization.limits
        limits.pixels = section.count("pixels", default: limits.pixels, in: 1...4_000_000_000)
        limits.side = section.count("side", default: limits.side, in: 1...65_535)
        limits.fileSize = section.size("file-size", default: limits.fileSize, in: 1...(1 << 40))
        limits.scans = section.count("scans", default: limits.scans, in: 1...10_000)
        limits.chunkSize = section.size("chunk-size", default: limits.chunkSize, in: 1...(1 << 31 - 1))
        limits.inflatedMetadata = section.size(
            "inflated-metadata", default: limits.inflatedMetadata, in: 1...(1 << 40))
        limits.frames = section.count("frames", default: limits.frames, in: 1...100_000_000)
        limits.animationPixels = section.count(
            "animation-pixels", default: limits.animationPixels, in: 1...1_000_000_000_000)
        limits.output.ratio = section.count("output-ratio", default: limits.output.ratio, in: 1...1_000)
        limits.output.allowance = section.size("output-allowance", default: limits.output.allowance, in: 0...(1 << 40))
        normalization.limits = limits
        var ofWorker = worker.limits
        ofWorker.memory = section.size("memory", default: ofWorker.memory, in: (128 << 20)...(1 << 44))
        ofWorker.cpuTime = section.duration("cpu-time", default: ofWorker.cpuTime, in: .seconds(1)...(.seconds(86_400)))
        ofWorker.time = section.duration("time", default: ofWorker.time, in: .seconds(1)...(.seconds(86_400)))
        ofWorker.filesPerWorker = section.count(
            "files-per-worker", default: ofWorker.filesPerWorker, in: 1...1_000_000_000)
        worker.limits = ofWorker
        freeSpace = section.size("free-space", default: freeSpace, in: 0...(1 << 50))
    }

    private mutating func readRetry(_ section: ConfigurationSection) {
        let day = Duration.seconds(86_400)
        retry.attempts = section.count("attempts", default: retry.attempts, in: 1...1_000)
        retry.delay = section.duration("delay", default: retry.delay, in: .milliseconds(1)...day)
        retry.longestDelay = section.duration("longest-delay", default: retry.longestDelay, in: .milliseconds(1)...day)
        if retry.longestDelay < retry.delay {
            section.report("longest-delay", expected: "no less than delay", found: "\(retry.longestDelay)")
        }
    }

    private mutating func readJournal(_ section: ConfigurationSection) {
        guard section.has("keep"), !section.scalarIs("keep", "forever") else { return }
        journalRetention = section.duration(
            "keep", default: .seconds(86_400 * 365), in: .seconds(3_600)...(.seconds(86_400 * 36_500)))
    }
}
