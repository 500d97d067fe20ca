/// Whether the work on a picture gives its delivered output what steps have for it by now: the position of a track that came later,
/// the values of a sidecar, another name.
///
/// The output must be what was delivered, and what cannot be done leaves the delivery as it was.
package enum Amendment: Sendable, Hashable {
    /// It is delivered as any other.
    case none
    /// The output is made again from the original.
    case original
    /// The original has left: the output is edited in place, as `upright tag` does.
    ///
    /// - Parameter moves: whether it gets the path that steps give it, with the rest of its shot.
    case output(moves: Bool)

    /// Whether the output is the source.
    var isOfOutput: Bool { if case .output = self { true } else { false } }

    /// Whether steps say where the output goes.
    var moves: Bool { self != .output(moves: false) }
}
