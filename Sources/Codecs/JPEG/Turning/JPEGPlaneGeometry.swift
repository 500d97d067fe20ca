package import UprightBase

/// The geometry of one plane and of its turn. The axes are those of the *upright* picture.
///
/// The true size of a component along an axis is `W·h / hmax` samples, which is a fraction if `W·h` is not a multiple
/// of `hmax`. A mirror is a permutation of blocks only if the true size is a whole number of blocks.
package struct JPEGPlaneGeometry: Sendable, Hashable {
    /// One axis of the upright plane.
    package struct Axis: Sendable, Hashable {
        /// Whether the axis is mirrored, after any transposition.
        package let isMirrored: Bool
        /// `W·h`: the true size in samples, multiplied by ``denominator``.
        package let numerator: Int
        /// `hmax`.
        package let denominator: Int

        /// Whether decoders interpolate between the component's samples; otherwise they repeat each sample.
        package let isInterpolated: Bool

        /// Whether the true size is a whole number of blocks of 8 samples.
        package var isWholeBlocks: Bool { numerator % (8 * denominator) == 0 }

        /// Whether the turn along this axis keeps every coefficient.
        package var isExact: Bool { !isMirrored || isWholeBlocks }

        /// The number of samples on the axis; the last one can be partial.
        package var sampleCount: Int { (numerator + denominator - 1) / denominator }
    }

    /// Whether rows become columns first.
    package let transposes: Bool
    /// The axis from left to right.
    package let horizontal: Axis
    /// The axis from top to bottom.
    package let vertical: Axis

    /// Whether every coefficient is kept.
    package var isExact: Bool { horizontal.isExact && vertical.isExact }

    /// Creates the geometry of a plane with the given sampling factors in a turned picture.
    ///
    /// - Parameters:
    ///   - horizontal: the stored horizontal sampling factor of the plane, and the picture's largest.
    ///   - vertical: the stored vertical sampling factor of the plane, and the picture's largest.
    package init(
        _ turn: PictureTurn, horizontal: (own: Int, maximum: Int), vertical: (own: Int, maximum: Int)
    ) {
        let orientation = turn.orientation
        let columns = (turn.storedSize.width * horizontal.own, horizontal.maximum)
        let rows = (turn.storedSize.height * vertical.own, vertical.maximum)
        let (across, down) = orientation.transposes ? (rows, columns) : (columns, rows)
        transposes = orientation.transposes
        let isInterpolated = Self.isInterpolated(horizontal, vertical)
        self.horizontal = Axis(
            isMirrored: orientation.mirrorsHorizontally, numerator: across.0, denominator: across.1,
            isInterpolated: isInterpolated)
        self.vertical = Axis(
            isMirrored: orientation.mirrorsVertically, numerator: down.0, denominator: down.1,
            isInterpolated: isInterpolated)
    }

    /// Returns whether decoders interpolate. libjpeg does if a component is halved along one axis and whole or halved
    /// along the other, and otherwise repeats samples.
    private static func isInterpolated(
        _ horizontal: (own: Int, maximum: Int), _ vertical: (own: Int, maximum: Int)
    ) -> Bool {
        let factors = [horizontal, vertical]
        let halved = factors.filter { $0.own * 2 == $0.maximum }.count
        let whole = factors.filter { $0.own == $0.maximum }.count
        return halved > 0 && halved + whole == 2
    }
}
