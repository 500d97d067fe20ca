internal import UprightRewriting
public import UprightSteps
public import UprightWorker

extension Configuration {
    /// The environment that the steps run in.
    public func stepEnvironment(reader: any ContentReader) -> StepEnvironment {
        StepEnvironment(steps: steps, reader: reader, limits: normalization.limits, state: state)
    }
}
