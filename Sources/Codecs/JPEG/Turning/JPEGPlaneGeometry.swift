package import UprightGeometry

/// How one plane lies in its picture and how it is to be turned, with the axes named as in the *upright* picture.
///
/// The true size of a component along an axis is `W·h / hmax` samples: a fraction where `W·h` is no multiple of `hmax`.
/// A mirror is a permutation of blocks only where the true size is a whole number of blocks.
package struct JPEGPlaneGeometry: Sendable, Hashable {
    /// One axis of the upright plane.
    package struct Axis: Sendable, Hashable {
        /// Whether the axis is mirrored (after the transposition, if there is one).
        package let isMirrored: Bool
        /// `W·h`: the true size in samples, multiplied by ``denominator``.
        package let numerator: Int
        /// `hmax`.
        package let denominator: Int

        /// Whether decoders interpolate between the component's samples; else they repeat each.
        package let isInterpolated: Bool

        /// Whether the true size is a whole number of blocks of 8 samples.
        package var isWholeBlocks: Bool { numerator % (8 * denominator) == 0 }

        /// Whether the turn along this axis keeps every coefficient.
        package var isExact: Bool { !isMirrored || isWholeBlocks }

        /// How many samples the axis has, the last of which may hold a part of the picture.
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

    /// The geometry of a plane with the given sampling factors, in a picture that is turned.
    ///
    /// - Parameters:
    ///   - horizontal: the plane's horizontal and the picture's largest horizontal sampling factor, as stored.
    ///   - vertical: the plane's vertical and the picture's largest vertical sampling factor, as stored.
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

    /// Whether decoders interpolate: libjpeg does where a component is halved along one axis and whole or halved along
    /// the other, and repeats samples elsewhere.
    private static func isInterpolated(
        _ horizontal: (own: Int, maximum: Int), _ vertical: (own: Int, maximum: Int)
    ) -> Bool {
        let factors = [horizontal, vertical]
        let halved = factors.filter { $0.own * 2 == $0.maximum }.count
        let whole = factors.filter { $0.own == $0.maximum }.count
        return halved > 0 && halved + whole == 2
    }
}
