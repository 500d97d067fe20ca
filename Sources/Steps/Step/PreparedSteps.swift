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

    /// About how many pictures it is worth looking ahead; 0 where no step asks a server.
    public var lookAhead: Int { steps.map(\.lookAhead).max() ?? 0 }

    /// Runs the steps that ask nobody on a picture, so that its position is known to those that do.
    public func survey(_ picture: inout StepPicture) async {
        for step in steps where step.lookAhead == 0 { await step.run(on: &picture) }
    }

    /// Has what the steps will need of servers asked for.
    public func ask(about picture: StepPicture) async {
        for step in steps where step.lookAhead > 0 { await step.ask(about: picture) }
    }

    /// Runs the steps on a picture, in their order.
    public func run(on picture: inout StepPicture) async {
        for step in steps { await step.run(on: &picture) }
    }
}
