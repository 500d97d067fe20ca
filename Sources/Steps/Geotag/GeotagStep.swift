public import UprightConfiguration
internal import UprightPlaces
public import UprightGeodata

/// The `geotag` step: gives pictures that carry no position one.
public struct GeotagStep: Step, Hashable {
    /// `geotag`.
    public static let name = "geotag"
    /// The keys of the step.
    public static let keys = [
        "tracks", "sidecars", "position", "zone", "clock-offset", "max-gap", "overwrite", "folders",
    ]

    /// GPX files, and folders whose GPX files are taken (`tracks`).
    public var tracks: [String] = []
    /// Whether XMP and Takeout sidecars beside a picture are read (`sidecars`).
    public var sidecars = true
    /// The longest gap in a track that is bridged, in seconds (`max-gap`).
    public var gap = Track.defaultGap
    /// Whether positions that pictures have are replaced (`overwrite`).
    public var overwrites = false
    /// What holds for all folders.
    public var standard = Camera()
    /// What holds for single source folders instead (`folders`).
    public var folders: [String: Camera] = [:]

    /// What depends on the camera, and so on the folder that its pictures come through.
    public struct Camera: Sendable, Hashable {
        /// A position for pictures that get none otherwise (`position`).
        public var position: Position?
        /// The zone of the clock (`zone`).
        public var zone: String?
        /// Seconds to add to what the clock showed (`clock-offset`).
        public var clockOffset = 0.0

        /// Nothing.
        public init() {}

        init(reading section: ConfigurationSection, default fallback: Camera = Camera()) {
            self = fallback
            if let text = section.text("position") {
                position = Position(text)
                if position == nil {
                    section.note(
                        "position", expected: "LAT,LON or LAT,LON,ALT in decimal degrees", found: "\"\(text)\"")
                }
            }
            if let text = section.text("zone") {
                zone = text
                if !CameraTime.isZone(text) {
                    section.note("zone", expected: "a time zone such as Europe/Berlin or +02:00", found: "\"\(text)\"")
                }
            }
            clockOffset = section.number("clock-offset", default: clockOffset, in: -1e9...1e9)
        }
    }

    /// The defaults: sidecars alone.
    public init() {}

    /// The settings of a section.
    public init(reading section: ConfigurationSection) {
        tracks = section.paths("tracks")
        sidecars = section.flag("sidecars", default: true)
        gap = section.number("max-gap", default: gap, in: 0...1e9)
        overwrites = section.flag("overwrite", default: false)
        standard = Camera(reading: section)
        for entry in section.sections("folders", keys: ["source", "position", "zone", "clock-offset"]) {
            guard let source = entry.path("source") else {
                entry.note("source", expected: "the source of one of the folders", found: "nothing")
                continue
            }
            folders[source] = Camera(reading: entry, default: standard)
        }
    }
}
