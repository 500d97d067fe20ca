package import UprightAlbums
package import UprightConfiguration
package import UprightFiles
package import UprightRewriting

/// A step of the pipeline: an entry of `steps`, as a value with its settings.
///
/// To add a step, add a folder with a type that conforms to this protocol, and an entry in ``StepRegistry/standard``;
/// nothing else refers to the steps: what others need to know of one is a member of this protocol. The work on a picture before it is normalized is in the step's ``PreparedStep``;
/// background work for as long as the daemon runs is in its ``StepAttendant``. Both are optional.
package protocol Step: Sendable, Codable {
    /// The keys that the step accepts. The settings are encoded under them.
    associatedtype CodingKeys: CodingKey & CaseIterable
    /// The step's name in `steps`.
    static var name: String { get }
    /// The step's place among the others: steps run, and are listed in `steps`, in ascending order.
    static var order: Int { get }
    /// The step with its defaults.
    init()
    /// Reads the settings from a section, which notes problems and then returns the default.
    init(reading section: ConfigurationSection)

    /// Sets the normalizer's options for the pictures of a folder. Default: does nothing.
    func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration)
    /// Whether the bytes of outputs depend on the step's settings, apart from ``configure(_:for:)``. If so, `--changed` makes
    /// the outputs again when any setting changes (``StepFingerprint``). Default: true.
    var affectsOutputs: Bool { get }
    /// The files, and folders of files, on whose content the outputs depend as well. Default: none.
    var contentPaths: [String] { get }
    /// What happens to a picture for which the step fails. Default: ``StepFailure/deliver``.
    var onFailure: StepFailure { get }
    /// Whether a further output can have the step: all that it does is to edit metadata. Default: false.
    static var editsOutputs: Bool { get }
    /// Whether the step says where outputs go (``StepPicture/placement``). Default: false.
    var placesOutputs: Bool { get }
    /// Whether the step finds the local time of dates in UTC (``CaptureZones``), as is otherwise done before all steps.
    /// Default: false.
    var findsZones: Bool { get }
    /// What happens to the files that are delivered beside a picture. Default: nil, the step does not say.
    func companionStrip() throws(StepError) -> CompanionStrip?
    /// What the step writes into pictures, for warnings: `the position`. Default: `what the step NAME writes`.
    var subject: String { get }
    /// How positions are named, by this step and all others; nil if the step does not say. Default: nil.
    var naming: PlaceNaming? { get }
    /// Whether the daemon, or `reprocess` without one, keeps the albums up to date because of the step. Default: false.
    var keepsAlbums: Bool { get }
    /// Where one lives, for the trips in albums. Default: none.
    var homes: [Home] { get }
    /// The folder for albums on disk; nil if the step keeps none. Default: nil.
    ///
    /// - Parameter pictures: the folders that the albums' pictures are in.
    func albumFolder(of pictures: PictureFolders) -> AlbumFolder?
    /// The step's keys whose settings need the network. Default: none.
    var networkKeys: [String] { get }
    /// What a user should know who runs the pipeline without the daemon: settings that only the daemon uses. Default: nothing.
    var runRemarks: [String] { get }
    /// Reads what the step needs for its pictures: tracks, gazetteers. Called once per run.
    ///
    /// - Returns: the prepared step, which works on each picture; nil if the step has nothing to write. Default: nil.
    func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)?
    /// Returns the step's background work while the daemon runs. Default: nil.
    func attendant(in environment: StepEnvironment, journal: Journal) throws(StepError) -> (any StepAttendant)?
}

extension Step {
    /// The keys that the step accepts, for error messages and suggestions: those of its settings.
    package static var keys: [String] { CodingKeys.allCases.map(\.stringValue) }
    /// The picture is delivered without the step's edits.
    package var onFailure: StepFailure { .deliver }
    package static var editsOutputs: Bool { false }
    package var placesOutputs: Bool { false }
    package var findsZones: Bool { false }
    /// `what the step NAME writes`.
    package var subject: String { "what the step \(Self.name) writes" }
    package func companionStrip() throws(StepError) -> CompanionStrip? { nil }
    package var naming: PlaceNaming? { nil }
    package var keepsAlbums: Bool { false }
    /// None.
    package var homes: [Home] { [] }

    package func albumFolder(of pictures: PictureFolders) -> AlbumFolder? { nil }
    /// None.
    package var networkKeys: [String] { [] }
    /// None.
    package var runRemarks: [String] { [] }
    /// Does nothing.
    package func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration) {}
    package var affectsOutputs: Bool { true }
    /// None.
    package var contentPaths: [String] { [] }
    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? { nil }
    package func attendant(in environment: StepEnvironment, journal: Journal) throws(StepError) -> (any StepAttendant)?
    {
        nil
    }
}
