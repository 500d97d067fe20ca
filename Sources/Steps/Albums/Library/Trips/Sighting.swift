internal import UprightBase
package import UprightFormats

/// Where and when a picture was taken: what trips are found from.
package struct Sighting: Sendable, Hashable {
    /// The picture's id.
    package var id: Int64
    /// By the camera's clock: seconds since 1970 as if it were UTC.
    package var time: Double
    /// Where the picture was taken.
    package var position: Position
    /// The camera's name; nil if it is not known.
    package var camera: String?
    /// The code of the country; nil if it is not known.
    package var country: String?

    package init(id: Int64, time: Double, position: Position, camera: String? = nil, country: String? = nil) {
        self.id = id
        self.time = time
        self.position = position
        self.camera = camera
        self.country = country
    }

    /// The week, counted from 1970.
    var week: Int { Int(saturating: (time / 604_800).rounded(.down)) }
    /// The day, counted from 1970.
    var day: Int { Int(saturating: (time / 86_400).rounded(.down)) }
}
