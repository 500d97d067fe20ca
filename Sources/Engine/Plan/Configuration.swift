public import UprightSteps
public import UprightConfiguration
public import UprightRewriting

/// What `pipeline.yaml` says, validated: every path absolute, every value in its range.
///
/// A configuration is a value: reading one has no effect on the machine. ``load(file:)`` reads one from a file;
/// ``init()`` is what holds where no file is given, and watches no folder.
public struct Configuration: Sendable {
    /// The file that it was read from, or nil for the defaults.
    public var file: String?
    /// The folders to watch (`folders`).
    public var folders: [FolderConfiguration] = []
    /// The folder that holds the journal and the lock (`state`). Empty where no file was given: nothing is journaled.
    public var state = ""
    /// What is done to each picture, in order (`steps`). Default: `orient` alone.
    public var steps: [any Step] = [OrientStep()]
    /// How many pictures are worked on at a time (`jobs`); 0 means one per core. Default: 0.
    public var jobs = 0
    /// How pictures are normalized (`damaged`, `verify`, `limits`). Whether they are turned is said per folder.
    public var normalization = NormalizationOptions()
    /// The processes that decode (`sandbox`, `limits.memory`, `limits.cpu-time`, ...).
    public var worker = WorkerConfiguration()
    /// When transient failures are tried again (`retry`).
    public var retry = RetryConfiguration()
    /// Free space below which the daemon pauses, in bytes (`limits.free-space`). Default: 256 MiB.
    public var freeSpace = 256 << 20
    /// How long the journal keeps rows of files whose source is gone (`journal.keep`); nil for ever. Default: nil.
    public var journalRetention: Duration?
    /// What is logged and how (`log`).
    public var log = LogConfiguration()
    /// Where the daemon serves its status (`status`).
    public var status = StatusConfiguration()
    /// Whom the daemon tells of rejected pictures (`on-failure`).
    public var onFailure = OnFailureConfiguration()
    /// Whether and where the daemon serves the gallery (`gallery`).
    public var gallery = GalleryConfiguration()

    /// The defaults, with no folder to watch.
    public init() {}

    /// The settings of the first step of the given kind; nil where the pipeline has none.
    public func step<Settings: Step>(_ kind: Settings.Type = Settings.self) -> Settings? {
        for step in steps {
            if let settings = step as? Settings { return settings }
        }
        return nil
    }

    /// The normalization options for pictures of a folder.
    public func normalization(in folder: FolderConfiguration) -> NormalizationOptions {
        var options = normalization
        options.turns = false
        for step in steps { step.configure(&options, for: folder) }
        return options
    }
}
