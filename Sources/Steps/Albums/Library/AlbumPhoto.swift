public import UprightFiles
public import UprightPlaces
public import UprightGeodata

/// A picture as the albums know it.
public struct AlbumPhoto: Sendable, Hashable {
    /// The picture's id in the albums; 0 if it is not filed yet.
    public var id: Int64 = 0
    /// The normalized picture's absolute path, which is its key.
    public var path: RawPath
    /// The source's absolute path, for people and for the search.
    public var source: String
    /// Uniform type identifier.
    public var type: String
    /// When the picture was taken, by the camera's clock: seconds since 1970 as if it were UTC.
    public var time: Double?
    /// Where the picture was taken.
    public var position: Position?
    /// The place at the position.
    public var place: Place?
    /// Whether the picture is animated.
    public var isAnimated: Bool
    /// The width in pixels; nil if it was not read yet, 0 if it cannot be read.
    public var width: Int?
    /// The height in pixels; nil if it was not read yet, 0 if it cannot be read.
    public var height: Int?
    /// The camera's name; nil if there is none.
    public var camera: String?
    /// The names of the picture's place in other languages, for the search.
    public var otherNames: [String] = []

    /// Creates a picture to file.
    public init(
        path: RawPath, source: String = "", type: String = "", time: Double? = nil, position: Position? = nil,
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
