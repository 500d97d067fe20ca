internal import UprightGeometry

/// Moves coordinates in a frame, such as the picture in pixels, in per cent or in fractions, exactly in decimal.
struct LabelFrame: Sendable {
    private let transform: AffineTransform
    /// Whether widths and heights change places.
    let transposes: Bool

    /// A frame of the given size, which turns with its picture. `width: 1, height: 1` is for fractions, the picture's size less 1
    /// for indices of pixels.
    init(_ turn: PictureTurn, width: Int, height: Int) {
        transform = turn.orientation.transform(in: Size(width: width, height: height))
        transposes = turn.orientation.transposes
    }

    /// The picture in pixels, from the upper left corner.
    init(_ turn: PictureTurn) { self.init(turn, width: turn.storedSize.width, height: turn.storedSize.height) }

    /// Moves a point.
    func point(_ x: LabelNumber, _ y: LabelNumber) -> (LabelNumber, LabelNumber) { corner(x, y, size: nil) }

    /// Moves a box, given by its upper left corner and its size.
    func box(_ x: LabelNumber, _ y: LabelNumber, _ size: (LabelNumber, LabelNumber)) -> [LabelNumber] {
        let (left, top) = corner(x, y, size: size)
        let (width, height) = sides(size.0, size.1)
        return [left, top, width, height]
    }

    /// Moves a width and a height, or two radii.
    func sides(_ first: LabelNumber, _ second: LabelNumber) -> (LabelNumber, LabelNumber) {
        transposes ? (second, first) : (first, second)
    }

    private func corner(
        _ x: LabelNumber, _ y: LabelNumber, size: (LabelNumber, LabelNumber)?
    ) -> (LabelNumber, LabelNumber) {
        let (first, second) = transposes ? (y, x) : (x, y)
        let (width, height) = size.map { sides($0.0, $0.1) } ?? (LabelNumber(0), LabelNumber(0))
        let left = transform.a + transform.c < 0 ? LabelNumber(transform.tx) - first - width : first
        let top = transform.b + transform.d < 0 ? LabelNumber(transform.ty) - second - height : second
        return (left, top)
    }
}
