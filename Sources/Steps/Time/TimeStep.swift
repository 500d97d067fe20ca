package import UprightConfiguration
internal import UprightPlaces

/// The `time` step: corrects the dates that a camera's clock wrote, and dates pictures that have none.
package struct TimeStep: Step, Hashable {
    /// `time`.
    package static let name = "time"
    /// Before the steps that use times.
    package static let order = 150
    /// The keys of the step.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case shift, zone, cameras, missing, ambiguous
        case overwrites = "overwrite"
    }

    /// What is wrong with a clock.
    package struct Clock: Sendable, Hashable, Codable {
        /// The seconds to add to every date (`shift`).
        package var shift = 0
        /// The time zone of the clock (`zone`), an IANA zone or a fixed offset; nil to write none.
        package var zone: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case shift, zone
        }

        package init() {}

        init(reading section: ConfigurationSection) {
            if let text = section.text("shift") {
                shift = TimeShift.seconds(text) ?? 0
                if TimeShift.seconds(text) == nil {
                    section.report("shift", expected: TimeShift.expected, found: "\"\(text)\"")
                }
            }
            zone = section.text("zone")
            if let zone, !CameraTime.isZone(zone) {
                section.report("zone", expected: "a time zone such as Europe/Berlin or +02:00", found: "\"\(zone)\"")
            }
        }
    }

    /// A camera with a clock of its own: an entry of `cameras`.
    package struct Camera: Sendable, Hashable, Codable {
        /// What the picture says of its camera, ignoring case (`when`); nil for anything.
        package var make: String?
        package var model: String?
        package var serial: String?
        package var clock = Clock()
    }

    /// Where a time can come from that a picture does not have (`missing`).
    package enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// An XMP sidecar.
        case sidecar
        /// The name of the file.
        case filename
        /// The description that Google Takeout puts beside a picture.
        case takeout
        /// The time when the file was last changed.
        case modified
    }

    /// What an hour means that the clocks of the zone show twice (`ambiguous`).
    package enum Ambiguous: String, Sendable, Hashable, Codable, CaseIterable {
        /// The first one, in summer time.
        case earlier
        /// The second one.
        case later
        /// Neither: no zone is written.
        case refuse
    }

    /// The clock of cameras that ``cameras`` does not name.
    package var clock = Clock()
    /// Cameras with clocks of their own; the first that fits counts.
    package var cameras: [Camera] = []
    /// Where to look for the time of pictures that have none, in this order.
    package var missing: [Source] = []
    /// What an hour means that occurs twice.
    package var ambiguous = Ambiguous.earlier
    /// Whether `zone` replaces zones that pictures have.
    package var overwrites = false

    package init() {}

    /// Reads the settings.
    package init(reading section: ConfigurationSection) {
        clock = Clock(reading: section)
        missing = section.choices("missing", default: [])
        ambiguous = section.choice("ambiguous", default: ambiguous)
        overwrites = section.flag("overwrite", default: overwrites)
        for entry in section.sections("cameras", keys: ["when"] + Clock.CodingKeys.allCases.map(\.stringValue)) {
            let when = entry.section("when", keys: ["make", "model", "serial"])
            let camera = Camera(
                make: when.text("make"), model: when.text("model"), serial: when.text("serial"),
                clock: Clock(reading: entry))
            if camera.make == nil, camera.model == nil, camera.serial == nil {
                entry.report("when", expected: "make, model or serial of the camera", found: "none of them")
            }
            cameras.append(camera)
        }
    }

    /// Encodes the settings under their keys.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(clock.shift, forKey: .shift)
        try container.encodeIfPresent(clock.zone, forKey: .zone)
        try container.encode(cameras, forKey: .cameras)
        try container.encode(missing, forKey: .missing)
        try container.encode(ambiguous, forKey: .ambiguous)
        try container.encode(overwrites, forKey: .overwrites)
    }

    /// Decodes what ``encode(to:)`` has encoded.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        clock.shift = try container.decode(Int.self, forKey: .shift)
        clock.zone = try container.decodeIfPresent(String.self, forKey: .zone)
        cameras = try container.decode([Camera].self, forKey: .cameras)
        missing = try container.decode([Source].self, forKey: .missing)
        ambiguous = try container.decode(Ambiguous.self, forKey: .ambiguous)
        overwrites = try container.decode(Bool.self, forKey: .overwrites)
    }
}
