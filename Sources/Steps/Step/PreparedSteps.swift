/// The steps of a pipeline that work on pictures, ready for a run.
public struct PreparedSteps: Sendable {
    private let steps: [any PreparedStep]

    /// Creates an empty list.
    public init() { steps = [] }

    /// Prepares the steps of an environment.
    public init(_ environment: StepEnvironment) async throws(StepError) {
        var steps: [any PreparedStep] = []
        for step in environment.steps {
            if let prepared = try await step.prepared(in: environment) { steps.append(prepared) }
        }
        self.steps = steps
    }

    /// Whether no step has anything to write, so that the pictures' facts are not needed.
    public var isEmpty: Bool { steps.isEmpty }

    /// About how many pictures to look ahead; 0 if no step queries a server.
    public var lookAhead: Int { steps.map(\.lookAhead).max() ?? 0 }

    /// Runs the steps that query no server on a picture, so that the others know its position.
    public func survey(_ picture: inout StepPicture) async {
        for step in steps where step.lookAhead == 0 { await step.run(on: &picture) }
    }

    /// Queries servers for what the steps will need.
    public func ask(about picture: StepPicture) async {
        for step in steps where step.lookAhead > 0 { await step.ask(about: picture) }
    }

    /// Runs the steps on a picture, in their order.
    public func run(on picture: inout StepPicture) async {
        for step in steps { await step.run(on: &picture) }
    }
}
