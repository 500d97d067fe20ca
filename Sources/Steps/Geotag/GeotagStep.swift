package import UprightConfiguration
internal import UprightPlaces
package import UprightFormats

/// The `geotag` step: gives a position to pictures that have none.
package struct GeotagStep: Step, Hashable {
    /// `geotag`.
    package static let name = "geotag"
    /// Before the steps that use positions.
    package static let order = 200
    /// The keys of the step, with those of ``standard``.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case tracks, sidecars, position, zone
        case clockOffset = "clock-offset"
        case gap = "max-gap"
        case overwrites = "overwrite"
        case folders
    }

    /// GPX files, and folders of GPX files (`tracks`).
    package var tracks: [String] = []
    /// Whether to read XMP and Takeout sidecars next to a picture (`sidecars`).
    package var sidecars = true
    /// The longest time to the nearest fix of the track, and the longest gap in it to interpolate across, in seconds
    /// (`max-gap`).
    package var gap = Track.defaultGap
    /// Whether to replace existing positions (`overwrite`).
    package var overwrites = false
    /// The camera settings for all folders.
    package var standard = Camera()
    /// The camera settings for single source folders (`folders`), which replace those for all folders.
    package var folders: [String: Camera] = [:]

    /// Settings that depend on the camera, and therefore on the folder that its pictures arrive in.
    package struct Camera: Sendable, Hashable, Codable {
        /// The position for pictures that get none from another source (`position`).
        package var position: Position?
        /// The time zone of the camera's clock (`zone`).
        package var zone: String?
        /// Seconds to add to what the clock showed (`clock-offset`).
        package var clockOffset = 0.0

        enum CodingKeys: String, CodingKey, CaseIterable {
            case position, zone
            case clockOffset = "clock-offset"
        }

        /// Creates settings with no position and no zone.
        package init() {}

        init(reading section: ConfigurationSection, default fallback: Camera = Camera()) {
            self = fallback
            if let text = section.text("position") {
                position = Position(text)
                if position == nil {
                    section.report("position", expected: Position.expected(insteadOf: text), found: "\"\(text)\"")
                }
            }
            if let text = section.text("zone") {
                zone = text
                if !CameraTime.isZone(text) {
                    section.report(
                        "zone", expected: "a time zone such as Europe/Berlin or +02:00", found: "\"\(text)\"")
                }
            }
            clockOffset = section.seconds("clock-offset", default: clockOffset, in: -1e9...1e9)
        }
    }

    /// Creates the defaults: sidecars only.
    package init() {}

    /// Reads the settings from a section.
    package init(reading section: ConfigurationSection) {
        tracks = section.paths("tracks")
        sidecars = section.flag("sidecars", default: true)
        gap = section.seconds("max-gap", default: gap, in: 0...1e9)
        overwrites = section.flag("overwrite", default: false)
        standard = Camera(reading: section)
        for entry in section.sections("folders", keys: ["source"] + Camera.CodingKeys.allCases.map(\.stringValue)) {
            guard let source = entry.path("source") else {
                entry.report("source", expected: "the source of one of the folders", found: "nothing")
                continue
            }
            folders[source] = Camera(reading: entry, default: standard)
        }
    }
}
