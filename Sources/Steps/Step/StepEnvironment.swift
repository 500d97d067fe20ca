package import UprightFiles
package import UprightPlaces
package import UprightRewriting
package import UprightWorker

/// The environment that steps run in.
package struct StepEnvironment: Sendable {
    /// All steps of the pipeline, so that one can use what another says, such as how positions are named (``Step/naming``).
    package var steps: [any Step]
    /// The steps of further outputs, by the outputs' keys.
    package var outputSteps: [String: [any Step]] = [:]
    /// Reads untrusted files: sidecars, tracks, pictures' facts.
    package var reader: any ContentReader
    /// The limits above which files are refused.
    package var limits: Limits
    /// The folder of the journal and the albums; empty for none.
    package var state: String
    package var pictures: PictureFolders
    /// Keeps the answers of an HTTP geocoder; nil to keep none.
    package var placeCache: (any PlaceCache)?

    private(set) var shared = SharedValues()

    /// Tells that steps have something new for pictures that were delivered.
    package var news: StepNews { shared.value { StepNews() } }

    package init(
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

    /// The environment of a further output's steps: what they do not say, the pipeline's do.
    func forOutput(_ steps: [any Step]) -> StepEnvironment {
        var environment = self
        environment.steps = steps.filter { $0.naming != nil } + self.steps
        // Otherwise, one client asks the server for all.
        if environment.steps.naming != self.steps.naming { environment.shared = SharedValues() }
        return environment
    }
}
