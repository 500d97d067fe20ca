internal import UprightRewriting
public import UprightSteps
public import UprightWorker

extension Configuration {
    /// What the steps are given to work with.
    public func stepEnvironment(reader: any ContentReader) -> StepEnvironment {
        StepEnvironment(steps: steps, reader: reader, limits: normalization.limits, state: state)
    }
}
