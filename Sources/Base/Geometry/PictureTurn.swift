/// The turn of one picture: its orientation and its stored size.
public struct PictureTurn: Sendable, Hashable {
    /// The orientation of the stored picture.
    public let orientation: Orientation
    /// The size of the stored picture.
    public let storedSize: Size

    /// Creates the turn that brings a stored picture upright.
    public init(_ orientation: Orientation, of storedSize: Size) {
        self.orientation = orientation
        self.storedSize = storedSize
    }

    /// The size of the upright picture.
    public var uprightSize: Size { storedSize.turned(by: orientation) }

    /// The transform, in pixels of the stored picture.
    public var transform: AffineTransform { orientation.transform(in: storedSize) }

    /// The transform for positions given as fractions of the picture's width and height.
    public var unitTransform: AffineTransform { orientation.transform(in: Size(width: 1, height: 1)) }
}
