/// The steps that a pipeline can have.
public struct StepRegistry: Sendable {
    /// Every kind of step, in the order that `steps` requires (``Step/order``).
    public let kinds: [any Step.Type]
    /// The steps of a pipeline without the key `steps`.
    public let defaults: [any Step]

    /// Creates a registry of kinds of steps.
    public init(_ kinds: [any Step.Type], defaults: [any Step] = []) {
        self.kinds = kinds.sorted { $0.order < $1.order }
        self.defaults = defaults
    }

    /// The steps of the product.
    public static let standard = StepRegistry(
        [OrientStep.self, GeotagStep.self, PlaceStep.self, StripStep.self, AlbumsStep.self], defaults: [OrientStep()])
}
