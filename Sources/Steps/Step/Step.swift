public import UprightConfiguration
public import UprightJournal
public import UprightRewriting

/// One step of the pipeline: an entry of `steps`. A value that holds its settings.
///
/// A further step is a folder with a type that conforms to this protocol, and an entry in ``StepRegistry/all``; nothing else
/// knows the steps. What a step does to a picture before it is normalized is its ``PreparedStep``; what it does beside the
/// pictures, for as long as the daemon runs, its ``StepAttendant``. Each is optional.
public protocol Step: Sendable {
    /// The name that the step goes by in `steps`.
    static var name: String { get }
    /// The keys that the step takes, for error messages and suggestions.
    static var keys: [String] { get }
    /// The settings that a section holds; a problem is noted by the section, which then gives the default.
    init(reading section: ConfigurationSection)

    /// Sets what the step wants of the normalizer for the pictures of a folder. Default: nothing.
    func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration)
    /// The settings that an output's bytes depend on, as text; with other text, `--changed` makes outputs again. Default:
    /// empty.
    var outputFingerprint: String { get }
    /// Reads what the step needs for its pictures: tracks, gazetteers. Called once a run.
    ///
    /// - Returns: what works on each picture; nil where the step has nothing to write. Default: nil.
    func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)?
    /// What goes on beside the pictures while the daemon runs. Default: nil.
    func attendant(in environment: StepEnvironment, journal: Journal) throws(StepError) -> (any StepAttendant)?
}

extension Step {
    /// Nothing.
    public func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration) {}
    /// Empty.
    public var outputFingerprint: String { "" }
    /// Nil.
    public func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? { nil }
    /// Nil.
    public func attendant(in environment: StepEnvironment, journal: Journal) throws(StepError) -> (any StepAttendant)? {
        nil
    }
}
