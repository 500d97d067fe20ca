package import UprightConfiguration
internal import UprightFiles

/// The `rename` step: says where outputs go, by what is known of a picture.
package struct RenameStep: Step, Hashable {
    /// `rename`.
    package static let name = "rename"
    /// After the steps that find out what a path can contain.
    package static let order = 500
    /// The keys of the step.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case path, unknown
    }

    /// The path of an output below the output folder, without its extension (`path`).
    package var path: Template?
    /// The folder for pictures of which something in ``path`` is not known (`unknown`).
    package var unknown = "unknown"

    package init() {}

    /// Reads the settings.
    package init(reading section: ConfigurationSection) {
        unknown = section.text("unknown", default: unknown)
        if let problem = Self.problem(unknown) {
            section.report("unknown", expected: "a folder below the output folder", found: problem)
        }
        guard let text = section.text("path") else {
            section.report("path", expected: "a path such as \"{date:%Y/%m}/{name}\"", found: "none")
            return
        }
        do throws(Template.Failure) {
            let template = try Template(text)
            path = template
            if template.uses(.ext) {
                section.report(
                    "path", expected: "a path without {ext}: the extension follows from the content", found: text)
            }
            if text.split(separator: "/").dropLast().contains(where: { $0.contains("{sequence") }) {
                section.report("path", expected: "{sequence} in the name alone, and not in a folder", found: text)
            }
            if let problem = Self.problem(text) {
                section.report("path", expected: "a path below the output folder", found: problem)
            }
        } catch {
            section.report("path", message: error.description)
        }
    }

    /// What is wrong with a path; nil if it stays in its folder.
    private static func problem(_ text: String) -> String? {
        let names = text.split(separator: "/", omittingEmptySubsequences: false)
        if text.hasPrefix("/") { return "\"\(text)\", which is absolute" }
        return names.contains { $0.isEmpty || $0 == "." || $0 == ".." } ? "\"\(text)\"" : nil
    }

    /// A picture without its place is not delivered.
    package var onFailure: StepFailure { .reject }
    package var placesOutputs: Bool { path != nil }
    package var subject: String { "its path" }

    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? {
        guard let path else { return nil }
        return PreparedRename(
            path: path, unknown: unknown, geocoding: try (path.usesPlaces ? environment.geocoding() : nil))
    }
}

/// The `rename` step, ready.
private struct PreparedRename: PreparedStep {
    let path: Template
    let unknown: String
    let geocoding: Geocoding?

    func run(on picture: inout StepPicture) async throws(StepError) {
        let values = try await TemplateValues(of: picture, for: path, geocoding: geocoding)
        picture.owesPlace = picture.owesPlace || values.owesPlace
        let known = values.text(of: path, escaping: Self.name, mark: String(Placement.mark))
        let own = Self.name(OutputStem.text(of: picture.name))
        let text = known.map(Self.path) ?? Self.path("\(unknown)/\(own)")
        picture.placement = Placement(text, digits: path.sequenceDigits)
    }

    /// A value as a part of a name: it makes no folders.
    private static func name(_ value: String) -> String {
        String(value.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 32 || $0.value == 127 } ? "_" : $0 })
    }

    /// A path in which every name can be one: not hidden, not too long, not empty.
    private static func path(_ text: String) -> String {
        let names = text.split(separator: "/").map { part -> String in
            var name = part[...]
            while name.first == " " { name.removeFirst() }
            while name.last == " " || name.last == "." { name.removeLast() }
            // The number and the extension follow.
            while name.utf8.count > 230 { name.removeLast() }
            if name.first == "." { return "_" + name.dropFirst() }
            return name.isEmpty ? "_" : String(name)
        }
        return names.isEmpty ? "_" : names.joined(separator: "/")
    }
}
