package import UprightSteps
package import UprightConfiguration
package import UprightRewriting

/// The validated content of `pipeline.yaml`: every path is absolute, every value is in its range.
///
/// A configuration is a value: reading one has no effect on the machine. ``load(file:)`` reads one from a file;
/// ``init()`` creates the one that applies without a file, which watches no folder.
package struct Configuration: Sendable {
    /// The file that the configuration was read from; nil for the defaults.
    package var file: String?
    /// Where its keys are in the file.
    var lines = ConfigurationLines()
    /// The folders to watch (`folders`).
    package var folders: [FolderConfiguration] = []
    /// The folder of the journal and the lock (`state`). Empty if no file was given: nothing is journaled.
    package var state = ""
    /// What is done to each picture, in order (`steps`). Default: `orient` alone.
    package var steps: [any Step] = StepRegistry.standard.defaults
    /// The steps of further outputs, by ``DropFolder/key(ofOutput:from:)`` (`folders[].outputs[].steps`).
    package var outputSteps: [String: [any Step]] = [:]
    /// How many pictures are worked on at a time (`jobs`); 0 means one per core. Default: 0.
    package var jobs = 0
    /// How pictures are normalized (`damaged`, `invalid-orientation`, `orientation-from`, `heif`, `verify`, `limits`). The folder
    /// decides whether they are turned.
    package var normalization = NormalizationOptions()
    /// On which pictures labels beside pictures were made (`labelled`). Default: what their dimensions say.
    package var labelled = LabelConvention.auto
    /// The processes that decode (`sandbox`, `limits.memory`, `limits.cpu-time`, ...).
    package var worker = WorkerConfiguration()
    /// When transient failures are retried (`retry`).
    package var retry = RetryConfiguration()
    /// Free space below which the daemon pauses, in bytes (`limits.free-space`). Default: 256 MiB.
    package var freeSpace = 256 << 20
    /// How long the journal keeps the rows of sources that are gone (`journal.keep`); nil for ever. Default: nil.
    package var journalRetention: Duration?
    /// What is logged and how (`log`).
    package var log = LogConfiguration()
    /// Where the daemon serves its status (`status`).
    package var status = StatusConfiguration()
    /// What the daemon notifies of rejected pictures (`on-failure`).
    package var onFailure = OnFailureConfiguration()
    /// Whether and where the daemon serves the gallery (`gallery`).
    package var gallery = GalleryConfiguration()

    /// Creates the defaults, with no folder to watch.
    package init() {}

    /// Returns the normalization options for a folder's pictures.
    package func normalization(in folder: FolderConfiguration) -> NormalizationOptions {
        var options = normalization
        options.turns = false
        for step in steps { step.configure(&options, for: folder) }
        return options
    }
}
