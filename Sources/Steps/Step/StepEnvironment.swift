public import UprightPlaces
public import UprightRewriting
public import UprightWorker

/// What steps are given to work with.
public struct StepEnvironment: Sendable {
    /// All steps of the pipeline, so that one can ask for the settings of another.
    public var steps: [any Step]
    /// Reads untrusted files: sidecars, tracks, pictures' facts.
    public var reader: any ContentReader
    /// What is refused as too large.
    public var limits: Limits
    /// The folder that the journal and the albums are kept in; empty for none.
    public var state: String
    /// Keeps what an HTTP geocoder answers; nil for nowhere.
    public var placeCache: (any PlaceCache)?

    /// What all steps share.
    let shared = SharedValues()

    /// An environment.
    public init(
        steps: [any Step], reader: any ContentReader, limits: Limits = Limits(), state: String = "",
        placeCache: (any PlaceCache)? = nil
    ) {
        self.steps = steps
        self.reader = reader
        self.limits = limits
        self.state = state
        self.placeCache = placeCache
    }

    /// The first step of a kind; nil where the pipeline has none.
    public func step<Kind: Step>(_ kind: Kind.Type) -> Kind? { steps.lazy.compactMap { $0 as? Kind }.first }
}
