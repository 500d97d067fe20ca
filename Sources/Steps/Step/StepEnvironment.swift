public import UprightFiles
public import UprightPlaces
public import UprightRewriting
public import UprightWorker

/// The environment that steps run in.
public struct StepEnvironment: Sendable {
    /// All steps of the pipeline, so that one can use what another says, such as how positions are named (``Step/naming``).
    public var steps: [any Step]
    /// Reads untrusted files: sidecars, tracks, pictures' facts.
    public var reader: any ContentReader
    /// The limits above which files are refused.
    public var limits: Limits
    /// The folder of the journal and the albums; empty for none.
    public var state: String
    /// The folders of the pictures.
    public var pictures: PictureFolders
    /// Keeps the answers of an HTTP geocoder; nil to keep none.
    public var placeCache: (any PlaceCache)?

    /// The values that all steps share.
    let shared = SharedValues()

    /// Creates an environment.
    public init(
        steps: [any Step], reader: any ContentReader, limits: Limits = Limits(), state: String = "",
        pictures: PictureFolders = PictureFolders([]), placeCache: (any PlaceCache)? = nil
    ) {
        self.steps = steps
        self.reader = reader
        self.limits = limits
        self.state = state
        self.pictures = pictures
        self.placeCache = placeCache
    }
}
