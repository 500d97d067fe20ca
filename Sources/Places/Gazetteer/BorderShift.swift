internal import Glibc

/// Estimates how far a border is from where it is drawn, from the places along it.
///
/// Natural Earth's 1:10 million borders are a few hundred metres off, and up to two kilometres along winding rivers. A
/// place whose record puts it on the other side shows that, and by how much. The estimated shift has the least cost: a
/// large shift costs more, and so does each place that it leaves on the wrong side, by its distance from the border,
/// weighted less the further it is from the position in question.
package struct BorderShift {
    /// The standard deviation of drawn borders, in kilometres.
    static let deviation = 0.7
    /// The distance in kilometres over which a place's weight fades, as `exp(-(d / fading)²)`.
    static let fading = 2.5
    /// The same distance for a known point, which is only significant nearby.
    static let pointFading = 1.2
    /// The weight of a known point, in places.
    static let pointWeight = 4.0
    /// The distance in kilometres beyond which places are ignored.
    static let reach = 3 * fading
    /// The distance in kilometres on the wrong side that costs as much as one deviation.
    static let tolerance = 0.3
    /// The minimum distance in kilometres of a place from the border on its own side, since its record is of its
    /// centre.
    static let margin = 0.15
    /// The maximum error of a border, in kilometres.
    static let most = 2.5

    private var places: [(depth: Double, isHere: Bool, weight: Double)] = []

    /// Whether any place is drawn on the wrong side.
    package private(set) var hasDoubt = false

    package init() {}

    /// Adds a place.
    ///
    /// - Parameters:
    ///   - depth: the place's distance in kilometres from the border as drawn; negative on the far side.
    ///   - isHere: whether the place belongs to the near side.
    ///   - kilometres: the place's distance from the position in question.
    ///   - isPoint: whether the place is a known point.
    package mutating func add(depth: Double, isHere: Bool, kilometres: Double, isPoint: Bool) {
        if depth > 0, !isHere { hasDoubt = true }
        let fade = kilometres / (isPoint ? Self.pointFading : Self.fading)
        places.append((depth, isHere, (isPoint ? Self.pointWeight : 1) * exp(-fade * fade)))
    }

    /// The estimated shift towards the near side, in kilometres.
    package var kilometres: Double {
        var best = (cost: Double.infinity, shift: 0.0)
        for step in -60...60 {
            let shift = Double(step) * 0.05
            var cost = shift * shift / (2 * Self.deviation * Self.deviation)
            for place in places {
                let wrong = Self.margin + (place.isHere ? shift - place.depth : place.depth - shift)
                if wrong > 0 { cost += place.weight * wrong / Self.tolerance }
            }
            if cost < best.cost { best = (cost, shift) }
        }
        return best.shift
    }
}
