/// The eight orientations of a stored picture, with the raw values of the Exif `Orientation` tag.
///
/// The cases have the names that `CGImagePropertyOrientation` uses. The raw value says where the *stored* rows and
/// columns belong; ``transform(in:)`` is the transform that turns the stored picture upright.
///
/// An orientation is an element of the symmetry group of the rectangle (the dihedral group D4). Everything else follows
/// from three facts: whether it ``transposes``, and whether it then mirrors each axis.
///
/// Source: Exif 3.0, 4.6.5.1.6; TIFF 6.0, section 8.
public enum Orientation: Int, Sendable, Hashable, CaseIterable, Codable {
    /// Row 0 is the visual top, column 0 the visual left.
    case up = 1
    /// Row 0 is the top, column 0 the right.
    case upMirrored = 2
    /// Row 0 is the bottom, column 0 the right.
    case down = 3
    /// Row 0 is the bottom, column 0 the left.
    case downMirrored = 4
    /// Row 0 is the left, column 0 the top.
    case leftMirrored = 5
    /// Row 0 is the right, column 0 the top: turn by 90° clockwise to see it upright.
    case right = 6
    /// Row 0 is the right, column 0 the bottom.
    case rightMirrored = 7
    /// Row 0 is the left, column 0 the bottom: turn by 90° counter-clockwise to see it upright.
    case left = 8

    /// Creates the orientation that transposes, if `transposes` is true, and then mirrors the axes of the result.
    public init(transposes: Bool, mirrorsHorizontally: Bool, mirrorsVertically: Bool) {
        // Within each half of the table, the mirrors follow a Gray code: none, horizontal, both, vertical.
        let mirrors = (mirrorsVertically ? 2 : 0) + (mirrorsHorizontally != mirrorsVertically ? 1 : 0)
        guard let orientation = Orientation(rawValue: 1 + (transposes ? 4 : 0) + mirrors) else {
            preconditionFailure("the raw value lies in 1...8 by construction")
        }
        self = orientation
    }

    /// Whether rows become columns, which swaps width and height.
    public var transposes: Bool { rawValue > 4 }

    /// Whether left and right are swapped, after any transposition.
    public var mirrorsHorizontally: Bool { [1, 2].contains((rawValue - 1) % 4) }

    /// Whether top and bottom are swapped, after any transposition.
    public var mirrorsVertically: Bool { (rawValue - 1) % 4 >= 2 }

    /// The orientation whose transform undoes this one's.
    public var inverse: Orientation {
        transposes
            ? Orientation(
                transposes: true, mirrorsHorizontally: mirrorsVertically, mirrorsVertically: mirrorsHorizontally)
            : self
    }

    /// Returns the orientation whose transform applies this one's and then that of `next`.
    public func followed(by next: Orientation) -> Orientation {
        let horizontal = next.transposes ? mirrorsVertically : mirrorsHorizontally
        let vertical = next.transposes ? mirrorsHorizontally : mirrorsVertically
        return Orientation(
            transposes: transposes != next.transposes,
            mirrorsHorizontally: horizontal != next.mirrorsHorizontally,
            mirrorsVertically: vertical != next.mirrorsVertically)
    }

    /// Returns the transform that turns a picture of the given stored size upright, in continuous pixel coordinates:
    /// the picture covers `0...width` by `0...height`.
    public func transform(in size: Size) -> AffineTransform {
        let upright = size.turned(by: self)
        let x = mirrorsHorizontally ? -1 : 1
        let y = mirrorsVertically ? -1 : 1
        return AffineTransform(
            a: transposes ? 0 : x, b: transposes ? y : 0,
            c: transposes ? x : 0, d: transposes ? 0 : y,
            tx: mirrorsHorizontally ? upright.width : 0, ty: mirrorsVertically ? upright.height : 0)
    }
}
