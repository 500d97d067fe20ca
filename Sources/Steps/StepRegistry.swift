/// The steps that a pipeline can have.
package struct StepRegistry: Sendable {
    /// Every kind of step, in the order that `steps` requires (``Step/order``).
    package let kinds: [any Step.Type]
    /// The steps of a pipeline without the key `steps`.
    package let defaults: [any Step]

    package init(_ kinds: [any Step.Type], defaults: [any Step] = []) {
        self.kinds = kinds.sorted { $0.order < $1.order }
        self.defaults = defaults
    }

    /// The steps of the product.
    package static let standard = StepRegistry(
        [
            OrientStep.self, TimeStep.self, GeotagStep.self, PlaceStep.self, SetStep.self, RenameStep.self,
            StripStep.self, AlbumsStep.self,
        ], defaults: [OrientStep()])
}
