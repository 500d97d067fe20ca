/// The steps that a pipeline can have.
public enum StepRegistry {
    /// Every kind of step, in the order in which they must stand in `steps`.
    public static let all: [any Step.Type] = [
        OrientStep.self, GeotagStep.self, PlaceStep.self, AlbumsStep.self,
    ]
}
