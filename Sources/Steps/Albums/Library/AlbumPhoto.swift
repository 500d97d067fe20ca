package import UprightFiles
package import UprightPlaces
package import UprightFormats

/// A picture as the albums know it.
package struct AlbumPhoto: Sendable, Hashable {
    /// The picture's id in the albums; 0 if it is not filed yet.
    package var id: Int64 = 0
    /// The normalized picture's absolute path, which is its key.
    package var path: RawPath
    /// The source's absolute path, for people and for the search.
    package var source: String
    /// Uniform type identifier.
    package var type: String
    /// When the picture was taken, by the camera's clock: seconds since 1970 as if it were UTC.
    package var time: Double?
    /// Where the picture was taken.
    package var position: Position?
    /// The place at the position.
    package var place: Place?
    /// Whether the place is that of another picture, taken within the hour: this one has no position.
    package var isEstimated: Bool { place?.source == Place.estimate }
    package var isAnimated: Bool
    /// The width in pixels; nil if it was not read yet, 0 if it cannot be read.
    package var width: Int?
    /// The height in pixels; nil if it was not read yet, 0 if it cannot be read.
    package var height: Int?
    /// The camera's name; nil if there is none.
    package var camera: String?
    /// The mean colour, red in the highest of three bytes; nil if no thumbnail was made yet.
    package var colour: Int?
    /// What else of its shot can be seen.
    package var parts: AlbumPart.Kinds = []
    /// The names of the picture's place in other languages, for the search.
    package var otherNames: [String] = []

    package init(
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
