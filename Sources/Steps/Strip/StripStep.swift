public import UprightConfiguration
public import UprightEditing
internal import UprightWorker

/// The `strip` step: removes private metadata from outputs, and rejects a picture of which something remains.
public struct StripStep: Step, Hashable {
    /// `strip`.
    public static let name = "strip"
    /// After every step that writes, before the albums, which know what it removes.
    public static let order = 800
    /// The keys of the step.
    public enum CodingKeys: String, CodingKey, CaseIterable {
        case profile, keep, places
        case onUnknown = "on-unknown"
    }

    /// What is removed (`profile`).
    public var profile = StripProfile.location
    /// The items that stay (`keep`), by the names that `upright tag` takes.
    public var keep: [String] = []
    /// Whether the profile `location` includes the names of places (`places`).
    public var places = true
    /// What happens to parts that are not understood (`on-unknown`); nil for the profile's default.
    public var onUnknown: MetadataStrip.Unknown?

    /// Creates the step with its defaults.
    public init() {}

    /// Reads the settings.
    public init(reading section: ConfigurationSection) {
        profile = section.choice("profile", default: profile)
        places = section.flag("places", default: places)
        if let word = section.word("on-unknown", among: MetadataStrip.Unknown.allCases.map(\.rawValue)) {
            onUnknown = MetadataStrip.Unknown(rawValue: word)
        }
        for name in section.list("keep") ?? [] {
            do throws(MetadataEditNameError) {
                _ = try MetadataStrip(profile, keep: [name])
                keep.append(name)
            } catch {
                section.note("keep", expected: "the name of a tag, such as IFD0:Copyright", found: "\"\(name)\"")
            }
        }
    }

    /// A picture that cannot be stripped is not delivered.
    public var onFailure: StepFailure { .reject }
    /// The private metadata.
    public var subject: String { "what is left after the strip" }

    /// Prepares the strip.
    public func prepared(in environment: StepEnvironment) throws(StepError) -> (any PreparedStep)? {
        do throws(MetadataEditNameError) {
            return PreparedStrip(
                strip: try MetadataStrip(profile, places: places, keep: keep, onUnknown: onUnknown))
        } catch { throw StepError("strip: \(error)") }
    }
}

/// The `strip` step, ready.
private struct PreparedStrip: PreparedStep {
    let strip: MetadataStrip

    func run(on picture: inout StepPicture) {
        picture.edits.append(.strip(strip))
        guard !strip.keep.contains(where: { $0.uppercased().hasPrefix("GPS:") }) else { return }
        picture.writtenPosition = nil
        picture.require("no position") { $0.latitude == nil && $0.longitude == nil }
    }
}
