internal import Glibc

/// How far a border runs from where it is drawn, judged by what is known of the places along it.
///
/// Natural Earth's 1:10 million borders are a few hundred metres off, and up to two kilometres along winding rivers. A place
/// whose own record puts it on the other side shows that, and how much. The shift is the one at which least has to be wrong:
/// it is likely to be small, and every place that it leaves on the wrong side counts against it by how far, less with the
/// distance from the position in question.
package struct BorderShift {
    /// The deviation of drawn borders, in kilometres.
    static let deviation = 0.7
    /// The kilometres over which a place's word fades, as `exp(-(d / fading)²)`.
    static let fading = 2.5
    /// The same of a known point: what is true of it is true close by.
    static let pointFading = 1.2
    /// How many places a known point counts for.
    static let pointWeight = 4.0
    /// Beyond this many kilometres a place says nothing.
    static let reach = 3 * fading
    /// The kilometres on the wrong side that count as much as one deviation.
    static let tolerance = 0.3
    /// The kilometres by which a place lies on its own side at least: its record is of its middle.
    static let margin = 0.15
    /// No border is off by more kilometres.
    static let most = 2.5

    private var places: [(depth: Double, isHere: Bool, weight: Double)] = []

    /// Whether any place is drawn on the wrong side.
    package private(set) var hasDoubt = false

    /// Nothing noted yet.
    package init() {}

    /// Notes a place.
    ///
    /// - Parameters:
    ///   - depth: the kilometres from the border as it is drawn; below 0 on the far side.
    ///   - isHere: whether it belongs to the near side.
    ///   - kilometres: its distance from the position in question.
    ///   - isPoint: whether it is a known point.
    package mutating func note(depth: Double, isHere: Bool, kilometres: Double, isPoint: Bool) {
        if depth > 0, !isHere { hasDoubt = true }
        let fade = kilometres / (isPoint ? Self.pointFading : Self.fading)
        places.append((depth, isHere, (isPoint ? Self.pointWeight : 1) * exp(-fade * fade)))
    }

    /// The shift towards the near side, in kilometres.
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
