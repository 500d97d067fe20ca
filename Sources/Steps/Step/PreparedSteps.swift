/// The steps of a pipeline that work on pictures, ready for a run.
public struct PreparedSteps: Sendable {
    private let steps: [any PreparedStep]

    /// No step.
    public init() { steps = [] }

    /// Prepares the steps of an environment.
    public init(_ environment: StepEnvironment) async throws(StepError) {
        var steps: [any PreparedStep] = []
        for step in environment.steps {
            if let prepared = try await step.prepared(in: environment) { steps.append(prepared) }
        }
        self.steps = steps
    }

    /// Whether no step has anything to write: then nobody needs to ask for a picture's facts.
    public var isEmpty: Bool { steps.isEmpty }

    /// Runs the steps on a picture, in their order.
    public func run(on picture: inout StepPicture) async {
        for step in steps { await step.run(on: &picture) }
    }
}
