package import UprightConfiguration
internal import UprightRewriting
internal import UprightFiles
internal import UprightFormats
internal import UprightWorker

/// The `set` step: writes fixed values and templates, and what another file says of the picture.
package struct SetStep: Step, Hashable {
    /// `set`.
    package static let name = "set"
    /// After the steps that find out time and place, which values can contain.
    package static let order = 400
    /// The keys of the step.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case values
        case tagsFrom = "tags-from"
        case overwrites = "overwrite"
    }

    /// What is written (`values`), in order.
    package var values: [SetValue] = []
    /// The picture whose metadata fill in what is missing (`tags-from`); nil for none.
    package var tagsFrom: Template?
    /// Whether `=` replaces values that pictures have (`overwrite`).
    package var overwrites = true

    package init() {}

    /// Reads the settings.
    package init(reading section: ConfigurationSection) {
        overwrites = section.flag("overwrite", default: overwrites)
        for text in section.list("values") ?? [] {
            do throws(SetValue.Failure) { values.append(try SetValue(text)) } catch {
                section.report("values", message: error.description)
            }
        }
        guard let path = section.text("tags-from") else { return }
        do throws(Template.Failure) { tagsFrom = try Template(section.absolute(path, "tags-from")) } catch {
            section.report("tags-from", message: error.description)
        }
    }

    package static var editsOutputs: Bool { true }

    /// Prepares the step; there is nothing to prepare without values.
    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? {
        guard !values.isEmpty || tagsFrom != nil else { return nil }
        let templates = values.map(\.template) + [tagsFrom].compactMap(\.self)
        var faults: [SettingFault] = []
        let geocoding = try await StepError.collect(&faults) { () throws(StepError) in
            try (templates.contains(where: \.usesPlaces) ? environment.geocoding() : nil)
        }
        if let tagsFrom, tagsFrom.isFixed {
            // Each picture reads it again: it may have changed since.
            do throws(SettingFault) { _ = try await Self.reading(tagsFrom.fixed, in: environment) } catch {
                faults.append(error)
            }
        }
        guard let geocoding, faults.isEmpty else { throw StepError(faults) }
        return PreparedSet(settings: self, geocoding: geocoding, environment: environment)
    }

    /// Reads the metadata of the picture to copy from.
    fileprivate static func reading(
        _ path: String, in environment: StepEnvironment
    ) async throws(SettingFault) -> MetadataReading {
        let (key, expected) = ("set.tags-from", "a picture to copy from")
        do {
            let file = try await offTheCooperativePool { () throws(FileError) in
                let file = try FileStore.open(RawPath(path))
                let kind = try file.status().kind
                guard kind == .regular else { throw FileError(.open, RawPath(path), .notRegular(kind)) }
                return file
            }
            let reading = try await environment.reader.metadata(source: file.descriptor, limits: environment.limits)
            guard let reason = reading.reason else { return reading }
            throw SettingFault(key, expected: expected, found: "\(path): \(reason)")
        } catch let fault as SettingFault {
            throw fault
        } catch let error as FileError {
            throw SettingFault(key, expected: expected, error)
        } catch { throw SettingFault(key, expected: expected, found: "\(path), which cannot be read: \(error)") }
    }
}

/// The `set` step, ready.
private struct PreparedSet: PreparedStep {
    let settings: SetStep
    let geocoding: Geocoding?
    let environment: StepEnvironment

    func run(on picture: inout StepPicture) async throws(StepError) {
        if let template = settings.tagsFrom { try await copy(template, to: &picture) }
        var assignments: [MetadataAssignment] = []
        for value in settings.values {
            let values = try await TemplateValues(of: picture, for: value.template, geocoding: geocoding)
            picture.owesPlace = picture.owesPlace || values.owesPlace
            let texts = value.isTemplate ? values.texts(of: value.template) : [value.template.fixed]
            let assignment = value.assignment
            if texts.isEmpty, !values.owesPlace {
                picture.warnings.append("\(assignment.name) is not written: nothing is known for \(value.template)")
            }
            assignments += texts.map { MetadataAssignment(assignment.name, assignment.change, $0) }
        }
        do throws(MetadataValueError) {
            let edits =
                settings.overwrites
                ? try MetadataAssignment.edits(assignments)
                : try MetadataAssignment.edits(assignments.filter { $0.change == .set }, when: .whereBlank)
                    + MetadataAssignment.edits(assignments.filter { $0.change != .set })
            picture.edits += edits
            picture.explicitEdits += edits
        } catch { throw StepError("\(error)") }
    }

    /// Adds what another picture's metadata say, where this one says nothing.
    private func copy(_ template: Template, to picture: inout StepPicture) async throws(StepError) {
        let values = try await TemplateValues(of: picture, for: template, geocoding: geocoding)
        guard let text = values.text(of: template) else {
            throw StepError("no file to copy from: nothing is known for \(template)")
        }
        let reading: MetadataReading
        do throws(SettingFault) { reading = try await SetStep.reading(text, in: environment) } catch {
            throw StepError("tags-from: expected \(error.expected), found \(error.found)")
        }
        picture.edits += reading.edits.filter(\.isPlain).map { $0.when(.whereBlank) }
        // Later steps go by what the output will say.
        if picture.date == nil, let date = reading.date { picture.setDate(date) }
    }
}

extension MetadataEdit {
    /// Whether the edit sets a single value, as all do that a worker takes from a picture.
    fileprivate var isPlain: Bool {
        switch action {
        case .setExif, .setXMP, .setIPTC: true
        default: false
        }
    }
}

extension MetadataReading {
    /// When the picture was taken.
    fileprivate var date: CaptureDate? {
        edits.lazy.compactMap { edit in
            if case .setExif(TagID(.exif, .dateTimeOriginal), let value) = edit.action { value.text } else { nil }
        }.compactMap { CaptureDate(text: $0, source: .exif) }.first
    }
}
