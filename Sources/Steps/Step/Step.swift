public import UprightConfiguration
public import UprightJournal
public import UprightRewriting

/// A step of the pipeline: an entry of `steps`, as a value with its settings.
///
/// To add a step, add a folder with a type that conforms to this protocol, and an entry in ``StepRegistry/all``;
/// nothing else refers to the steps. The work on a picture before it is normalized is in the step's ``PreparedStep``;
/// background work for as long as the daemon runs is in its ``StepAttendant``. Both are optional.
public protocol Step: Sendable, Encodable {
    /// The step's name in `steps`.
    static var name: String { get }
    /// The keys that the step accepts, for error messages and suggestions.
    static var keys: [String] { get }
    /// Reads the settings from a section, which notes problems and then returns the default.
    init(reading section: ConfigurationSection)

    /// Sets the normalizer's options for the pictures of a folder. Default: does nothing.
    func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration)
    /// Whether the bytes of outputs depend on the step's settings, apart from ``configure(_:for:)``. If so, `--changed` makes
    /// the outputs again when any setting changes (``StepFingerprint``). Default: true.
    var affectsOutputs: Bool { get }
    /// The files, and folders of files, on whose content the outputs depend as well. Default: none.
    var contentPaths: [String] { get }
    /// Reads what the step needs for its pictures: tracks, gazetteers. Called once per run.
    ///
    /// - Returns: the prepared step, which works on each picture; nil if the step has nothing to write. Default: nil.
    func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)?
    /// Returns the step's background work while the daemon runs. Default: nil.
    func attendant(in environment: StepEnvironment, journal: Journal) throws(StepError) -> (any StepAttendant)?
}

extension Step {
    /// Does nothing.
    public func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration) {}
    /// True.
    public var affectsOutputs: Bool { true }
    /// None.
    public var contentPaths: [String] { [] }
    /// Returns nil.
    public func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? { nil }
    /// Returns nil.
    public func attendant(in environment: StepEnvironment, journal: Journal) throws(StepError) -> (any StepAttendant)? {
        nil
    }
}
