/// The steps that a pipeline can have.
public enum StepRegistry {
    /// Every kind of step, in the order that `steps` requires.
    public static let all: [any Step.Type] = [
        OrientStep.self, GeotagStep.self, PlaceStep.self, AlbumsStep.self,
    ]
}
