/// An affine transform with integer coefficients: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// The coefficients have the names that `CGAffineTransform` uses.
public struct AffineTransform: Sendable, Hashable {
    /// The coefficient of x in x'.
    public let a: Int
    /// The coefficient of x in y'.
    public let b: Int
    /// The coefficient of y in x'.
    public let c: Int
    /// The coefficient of y in y'.
    public let d: Int
    /// The horizontal offset added to x', in pixels.
    public let tx: Int
    /// The vertical offset added to y', in pixels.
    public let ty: Int

    /// Creates a transform with the given coefficients.
    public init(a: Int, b: Int, c: Int, d: Int, tx: Int, ty: Int) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The transform that moves nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Returns the transform that applies this one and then `next`.
    public func followed(by next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b,
            c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }

    /// Returns the image of a point of the continuous picture plane.
    public func applied(x: Double, y: Double) -> (x: Double, y: Double) {
        (
            Double(a) * x + Double(c) * y + Double(tx),
            Double(b) * x + Double(d) * y + Double(ty)
        )
    }

    /// Returns the image of a rectangle of whole pixels.
    public func applied(to rect: Rect) -> Rect {
        let x0 = a * rect.x + c * rect.y + tx
        let y0 = b * rect.x + d * rect.y + ty
        let x1 = a * (rect.x + rect.width) + c * (rect.y + rect.height) + tx
        let y1 = b * (rect.x + rect.width) + d * (rect.y + rect.height) + ty
        return Rect(x: min(x0, x1), y: min(y0, y1), width: max(x0, x1) - min(x0, x1), height: max(y0, y1) - min(y0, y1))
    }

    /// Returns the image of a pixel, given by its column and row. The pixel is the unit square at that point.
    public func applied(to pixel: Point) -> Point {
        let square = applied(to: Rect(x: pixel.x, y: pixel.y, width: 1, height: 1))
        return Point(x: square.x, y: square.y)
    }
}
