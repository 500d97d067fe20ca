internal import UprightFiles
internal import UprightBase
internal import UprightFormats
internal import UprightPlaces
internal import UprightWorker

/// What a template's fields stand for in one picture.
package struct TemplateValues: Sendable {
    private let picture: StepPicture
    private let place: Place?
    private let digest: String?
    /// Whether the place is owed.
    let owesPlace: Bool

    /// Collects the values that a template needs.
    ///
    /// - Parameter geocoding: names the picture's position; nil if the template needs no place.
    package init(
        of picture: StepPicture, for template: Template, geocoding: Geocoding?
    ) async throws(StepError) {
        self.picture = picture
        if template.usesPlaces, let position = picture.position, let geocoding {
            (place, owesPlace) = await geocoding.placeToWrite(at: position)
        } else {
            (place, owesPlace) = (nil, false)
        }
        guard template.uses(.digest), let content = picture.content else {
            digest = nil
            return
        }
        if let delivered = picture.delivered {
            digest = hexadecimal(delivered.sha256)
            return
        }
        do throws(FileError) {
            digest = hexadecimal(
                try await offTheCooperativePool { () throws(FileError) in try content.contentDigest().sha256 })
        } catch { throw StepError("its digest cannot be computed: \(error)") }
    }

    /// Returns the text of a template, with each value passed through `escaping`.
    ///
    /// - Parameter mark: what `{sequence}` stands for.
    /// - Returns: nil if a field without a fallback has no value.
    package func text(
        of template: Template, escaping: (String) -> String = { $0 }, mark: String = "1"
    ) -> String? {
        var text = ""
        for part in template.parts {
            switch part {
            case .text(let literal): text += literal
            case .field(let name, let argument, let fallback):
                guard let value = name == .sequence ? mark : value(name, argument, escaping) ?? fallback else {
                    return nil
                }
                text += value
            }
        }
        return text
    }

    /// Returns the values of a template, of which `{folders}` alone makes several.
    ///
    /// - Returns: none if a field without a fallback has no value.
    package func texts(of template: Template) -> [String] {
        if template.soleField == .folders { return picture.subfolder.components.map { Self.text($0) } }
        return text(of: template).map { [$0] } ?? []
    }

    private func value(
        _ name: Template.Name, _ argument: String, _ escaping: (String) -> String
    ) -> String? {
        let (stem, suffix) = OutputStem.split(picture.name)
        switch name {
        case .name: return escaping(Self.text(stem))
        case .ext: return suffix.map { escaping(Self.text($0)) }
        // The path below the source has its own separators.
        case .folder: return picture.subfolder.isEmpty ? nil : Self.text(picture.subfolder.bytes)
        case .folders:
            return picture.subfolder.isEmpty ? nil : Self.text(picture.subfolder.bytes).replacing("/", with: ", ")
        case .date: return picture.date?.local.flatMap { Self.text(of: $0, argument.isEmpty ? "%Y-%m-%d" : argument) }
        case .make: return picture.facts.make.map(escaping)
        case .model: return picture.facts.model.map(escaping)
        case .serial: return picture.facts.serial.map(escaping)
        case .camera: return camera.map(escaping)
        case .city: return Self.known(place?.city).map(escaping)
        case .state: return Self.known(place?.region).map(escaping)
        case .country: return Self.known(place?.country).map(escaping)
        case .code: return Self.known(place?.countryCode).map(escaping)
        case .digest: return digest.map { String($0.prefix(Int(argument) ?? 8)) }
        case .sequence: return nil
        }
    }

    private static func known(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }

    /// Maker and model, without the maker twice: `Canon EOS 5D`, `FUJIFILM X-T3`.
    private var camera: String? {
        guard let model = picture.facts.model else { return picture.facts.make }
        guard let make = picture.facts.make, let word = make.split(separator: " ").first,
            !model.lowercased().hasPrefix(word.lowercased())
        else { return model }
        return "\(make) \(model)"
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Returns a date in a format; nil if the format asks for a part that is not known of the date.
    private static func text(of date: CaptureDate, _ format: String) -> String? {
        let time = date.dateTime
        func padded(_ number: Int, _ count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        var text = ""
        var rest = format[...]
        while let character = rest.popFirst() {
            guard character == "%", let letter = rest.popFirst() else {
                text.append(character)
                continue
            }
            guard date.precision >= precision(of: letter) else { return nil }
            switch letter {
            case "Y": text += padded(time.year, 4)
            case "y": text += padded(time.year % 100, 2)
            case "m": text += padded(time.month, 2)
            case "d": text += padded(time.day, 2)
            case "H": text += padded(time.hour, 2)
            case "M": text += padded(time.minute, 2)
            case "S": text += padded(time.second, 2)
            case "j": text += padded(time.dayOfYear, 3)
            default: text.append(letter)
            }
        }
        return text
    }

    /// How exactly a date must be known for a letter of a format.
    private static func precision(of letter: Character) -> CaptureDate.Precision {
        switch letter {
        case "m": .month
        case "d", "j": .day
        case "H", "M": .minute
        case "S": .second
        default: .year
        }
    }
}
