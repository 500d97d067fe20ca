public import UprightSteps
public import UprightConfiguration
public import UprightRewriting

/// The validated content of `pipeline.yaml`: every path is absolute, every value is in its range.
///
/// A configuration is a value: reading one has no effect on the machine. ``load(file:)`` reads one from a file;
/// ``init()`` creates the one that applies without a file, which watches no folder.
public struct Configuration: Sendable {
    /// The file that the configuration was read from; nil for the defaults.
    public var file: String?
    /// The folders to watch (`folders`).
    public var folders: [FolderConfiguration] = []
    /// The folder of the journal and the lock (`state`). Empty if no file was given: nothing is journaled.
    public var state = ""
    /// What is done to each picture, in order (`steps`). Default: `orient` alone.
    public var steps: [any Step] = StepRegistry.standard.defaults
    /// How many pictures are worked on at a time (`jobs`); 0 means one per core. Default: 0.
    public var jobs = 0
    /// How pictures are normalized (`damaged`, `invalid-orientation`, `orientation-from`, `heif`, `verify`, `limits`). The folder
    /// decides whether they are turned.
    public var normalization = NormalizationOptions()
    /// The processes that decode (`sandbox`, `limits.memory`, `limits.cpu-time`, ...).
    public var worker = WorkerConfiguration()
    /// When transient failures are retried (`retry`).
    public var retry = RetryConfiguration()
    /// Free space below which the daemon pauses, in bytes (`limits.free-space`). Default: 256 MiB.
    public var freeSpace = 256 << 20
    /// How long the journal keeps the rows of sources that are gone (`journal.keep`); nil for ever. Default: nil.
    public var journalRetention: Duration?
    /// What is logged and how (`log`).
    public var log = LogConfiguration()
    /// Where the daemon serves its status (`status`).
    public var status = StatusConfiguration()
    /// What the daemon notifies of rejected pictures (`on-failure`).
    public var onFailure = OnFailureConfiguration()
    /// Whether and where the daemon serves the gallery (`gallery`).
    public var gallery = GalleryConfiguration()

    /// Creates the defaults, with no folder to watch.
    public init() {}

    /// Returns the normalization options for a folder's pictures.
    public func normalization(in folder: FolderConfiguration) -> NormalizationOptions {
        var options = normalization
        options.turns = false
        for step in steps { step.configure(&options, for: folder) }
        return options
    }
}
