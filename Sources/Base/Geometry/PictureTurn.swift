/// The turn of one picture, told to everything that has a place in it.
public struct PictureTurn: Sendable, Hashable {
    /// How the stored picture lies.
    public let orientation: Orientation
    /// The size of the picture as it is stored.
    public let storedSize: Size

    /// The turn that brings a stored picture upright.
    public init(_ orientation: Orientation, of storedSize: Size) {
        self.orientation = orientation
        self.storedSize = storedSize
    }

    /// The size of the picture once it is upright.
    public var uprightSize: Size { storedSize.turned(by: orientation) }

    /// The movement, in pixels of the stored picture.
    public var transform: AffineTransform { orientation.transform(in: storedSize) }

    /// The movement in a picture whose sides are 1, for positions given as fractions of its width and height.
    public var unitTransform: AffineTransform { orientation.transform(in: Size(width: 1, height: 1)) }
}
