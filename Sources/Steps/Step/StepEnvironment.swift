public import UprightFiles
public import UprightPlaces
public import UprightRewriting
public import UprightWorker

/// The environment that steps run in.
public struct StepEnvironment: Sendable {
    /// All steps of the pipeline, so that one can read the settings of another.
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

    /// Returns the first step of the given kind; nil if the pipeline has none.
    public func step<Kind: Step>(_ kind: Kind.Type) -> Kind? { steps.lazy.compactMap { $0 as? Kind }.first }
}
