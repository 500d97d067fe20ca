public import UprightPlaces

/// A picture as the albums know it.
public struct AlbumPhoto: Sendable, Hashable {
    /// The number by which the albums refer to it; 0 for one that is not filed yet.
    public var id: Int64 = 0
    /// The normalized picture's absolute path: its key.
    public var path: String
    /// The source's absolute path.
    public var source: String
    /// Uniform type identifier.
    public var type: String
    /// When it was taken, by the camera's clock: seconds since 1970 as if it were UTC.
    public var time: Double?
    /// Where it was taken.
    public var position: Position?
    /// What the position is called.
    public var place: Place?
    /// Whether it moves.
    public var isAnimated: Bool

    /// A picture to file.
    public init(
        path: String, source: String = "", type: String = "", time: Double? = nil, position: Position? = nil,
        place: Place? = nil, isAnimated: Bool = false
    ) {
        self.path = path
        self.source = source
        self.type = type
        self.time = time
        self.position = position
        self.place = place
        self.isAnimated = isAnimated
    }
}
