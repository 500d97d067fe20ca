internal import Glibc
internal import UprightBase

/// Moves coordinates in a frame, such as the picture in pixels, in per cent or in fractions, exactly in decimal.
struct LabelFrame: Sendable {
    private let transform: AffineTransform
    private let orientation: Orientation

    /// A frame of the given size, which turns with its picture. `width: 1, height: 1` is for fractions, the picture's size less 1
    /// for indices of pixels from 0, and plus 1 for indices from 1.
    init(_ turn: PictureTurn, width: Int, height: Int) {
        transform = turn.orientation.transform(in: Size(width: width, height: height))
        orientation = turn.orientation
    }

    /// The picture in pixels, from the upper left corner.
    init(_ turn: PictureTurn) { self.init(turn, width: turn.storedSize.width, height: turn.storedSize.height) }

    /// The picture in indices of pixels.
    ///
    /// - Parameter first: the index of the first pixel, 0 or 1.
    init(_ turn: PictureTurn, indicesFrom first: Int) {
        let more = 2 * first - 1
        self.init(turn, width: turn.storedSize.width + more, height: turn.storedSize.height + more)
    }

    /// Whether left and right of things change places.
    var mirrors: Bool { transform.a * transform.d - transform.b * transform.c < 0 }

    /// Moves a point.
    func point(_ x: LabelNumber, _ y: LabelNumber) -> (LabelNumber, LabelNumber) { corner(x, y, size: nil) }

    /// Moves a box, given by its upper left corner and its size.
    func box(_ x: LabelNumber, _ y: LabelNumber, _ size: (LabelNumber, LabelNumber)) -> [LabelNumber] {
        let (left, top) = corner(x, y, size: size)
        let (width, height) = sides(size.0, size.1)
        return [left, top, width, height]
    }

    /// Moves a box, given by two opposite corners: left, top, right, bottom.
    func corners(_ box: [LabelNumber]) -> [LabelNumber] {
        let (first, second) = (point(box[0], box[1]), point(box[2], box[3]))
        let xs = first.0.double <= second.0.double ? (first.0, second.0) : (second.0, first.0)
        let ys = first.1.double <= second.1.double ? (first.1, second.1) : (second.1, first.1)
        return [xs.0, ys.0, xs.1, ys.1]
    }

    /// Moves a width and a height, or two radii.
    func sides(_ first: LabelNumber, _ second: LabelNumber) -> (LabelNumber, LabelNumber) {
        orientation.transposes ? (second, first) : (first, second)
    }

    /// Moves a direction, clockwise from the x axis, in radians from 0.
    func direction(_ angle: Double) -> Double {
        let end = transform.applied(x: cos(angle), y: sin(angle))
        let start = transform.applied(x: 0, y: 0)
        let moved = atan2(end.y - start.y, end.x - start.x)
        return moved < 0 ? moved + 2 * .pi : moved
    }

    private func corner(
        _ x: LabelNumber, _ y: LabelNumber, size: (LabelNumber, LabelNumber)?
    ) -> (LabelNumber, LabelNumber) {
        let (first, second) = orientation.transposes ? (y, x) : (x, y)
        let (width, height) = size.map { sides($0.0, $0.1) } ?? (LabelNumber(0), LabelNumber(0))
        let left = transform.a + transform.c < 0 ? LabelNumber(transform.tx) - first - width : first
        let top = transform.b + transform.d < 0 ? LabelNumber(transform.ty) - second - height : second
        return (left, top)
    }
}
