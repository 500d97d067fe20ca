package import UprightConfiguration
package import UprightRewriting
internal import UprightFormats
internal import UprightWorker

/// The `strip` step: removes private metadata from outputs, and rejects a picture of which something remains.
package struct StripStep: Step, Hashable {
    /// `strip`.
    package static let name = "strip"
    /// After every step that writes, before the albums, which know what it removes.
    package static let order = 800
    /// The keys of the step.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case profile, keep, places, captions, companions
        case onUnknown = "on-unknown"
    }

    /// What is removed (`profile`).
    package var profile = StripProfile.location
    /// The items that stay (`keep`), by the names that `upright tag` takes.
    package var keep: [String] = []
    /// Whether the profile `location` includes the names of places (`places`).
    package var places = true
    /// What happens to parts that are not understood (`on-unknown`); nil for the profile's default.
    package var onUnknown: MetadataStrip.Unknown?

    /// What happens to captions, titles and keywords that hold a removed value (`captions`).
    package var captions = MetadataStrip.Captions.cut

    /// What happens to the files that are delivered beside a picture (`companions`).
    package var companions = Companions.strip

    /// The values of `companions`.
    package enum Companions: String, Sendable, Codable, CaseIterable {
        /// They stay behind.
        case drop
        /// They are stripped; those that cannot be stripped are rejected.
        case strip
        /// They are delivered as they are.
        case keep
    }

    package init() {}

    /// Reads the settings.
    package init(reading section: ConfigurationSection) {
        profile = section.choice("profile", default: profile)
        places = section.flag("places", default: places)
        captions = section.choice("captions", default: captions)
        companions = section.choice("companions", default: companions)
        if let word = section.word("on-unknown", among: MetadataStrip.Unknown.allCases.map(\.rawValue)) {
            onUnknown = MetadataStrip.Unknown(rawValue: word)
        }
        for name in section.list("keep") ?? [] {
            do throws(MetadataValueError) {
                _ = try MetadataStrip(profile, keep: [name])
                keep.append(name)
            } catch {
                section.report("keep", expected: "the name of a tag, such as IFD0:Copyright", found: "\"\(name)\"")
            }
        }
    }

    package static var editsOutputs: Bool { true }

    /// A picture that cannot be stripped is not delivered.
    package var onFailure: StepFailure { .reject }
    /// The private metadata.
    package var subject: String { "what is left after the strip" }

    private func strip() throws(StepError) -> MetadataStrip {
        do throws(MetadataValueError) {
            return try MetadataStrip(profile, places: places, keep: keep, onUnknown: onUnknown, captions: captions)
        } catch { throw StepError("strip: \(error)") }
    }

    package func companionStrip() throws(StepError) -> CompanionStrip? {
        switch companions {
        case .drop: .drop
        case .keep: .keep
        case .strip: .strip(try strip())
        }
    }

    package func prepared(in environment: StepEnvironment) throws(StepError) -> (any PreparedStep)? {
        PreparedStrip(strip: try strip())
    }
}

/// The `strip` step, ready.
private struct PreparedStrip: PreparedStep {
    let strip: MetadataStrip

    func run(on picture: inout StepPicture) {
        picture.edits.append(.strip(strip))
        // What the user sets by value wins, as it does in `upright tag`.
        picture.edits += picture.explicitEdits
        if picture.explicitEdits.contains(where: \.setsPosition) { return }
        guard !strip.keep.contains(where: { $0.uppercased().hasPrefix("GPS:") }) else { return }
        picture.writtenPosition = nil
        picture.require("no position") { $0.latitude == nil && $0.longitude == nil }
    }
}
