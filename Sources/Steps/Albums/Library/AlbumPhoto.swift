public import UprightPlaces
public import UprightGeodata

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
    /// Its pixels across and down; nil where nobody has looked yet, 0 where it cannot be read.
    public var width: Int?
    /// Its pixels down.
    public var height: Int?
    /// The camera's name; nil where there is none.
    public var camera: String?
    /// Other names of its place, in other languages, for the search.
    public var otherNames: [String] = []

    /// A picture to file.
    public init(
        path: String, source: String = "", type: String = "", time: Double? = nil, position: Position? = nil,
        place: Place? = nil, isAnimated: Bool = false, width: Int? = nil, height: Int? = nil, camera: String? = nil
    ) {
        self.path = path
        self.source = source
        self.type = type
        self.time = time
        self.position = position
        self.place = place
        self.isAnimated = isAnimated
        self.width = width
        self.height = height
        self.camera = camera
    }
}
