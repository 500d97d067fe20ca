internal import UprightBase
package import UprightAlbums
internal import UprightFiles
internal import UprightPlaces
internal import Foundation
internal import UprightFormats

/// The most useful facts about a picture, written as photographers do.
package struct PictureFactRows {
    /// `1/160 s · f/2.5 · ISO 64 · 26 mm`.
    package let exposure: String
    /// Camera and lens.
    package let camera: String
    /// The other facts, in display order.
    package let rows: [Row]

    /// A fact with its label.
    package struct Row {
        /// The key of its label in ``GalleryWords``, `fact.` and a name.
        package var key: String
        package var value: String
        /// The time in the form of HTML's `datetime`.
        package var datetime: String?
        /// Whether the value is in the language of dates and places, rather than in the page's.
        package var isLocalized = false
        /// Whether it tells the position.
        package var isPosition: Bool { key == "fact.position" || key == "fact.altitude" }
        /// Whether only operators need it.
        package var isTechnical = false
    }

    /// Reads the facts. Those without visible characters are omitted.
    ///
    /// - Parameter dates: The language of the date.
    package init(
        _ photo: AlbumPhoto, _ properties: [PictureProperty], source: String, dates: DateLanguage = .english
    ) {
        func value(_ name: String) -> String? {
            guard let property = properties.first(where: { $0.name == name && $0.group.contains("{") }) else {
                return nil
            }
            var text = property.value
            if text.hasPrefix("["), text.hasSuffix("]") {
                text = text.dropFirst().dropLast().split(separator: ",").first.map(String.init) ?? ""
            }
            return Self.isBlank(text) ? nil : text
        }
        func own(_ name: String) -> Int? {
            properties.first { $0.name == name && $0.group.isEmpty }.flatMap { Int($0.value) }
        }
        var parts: [String] = []
        if let seconds = value("ExposureTime").flatMap({ Double($0) }), seconds > 0, seconds.isFinite {
            parts.append(Self.time(seconds))
        }
        if let aperture = value("FNumber").flatMap({ Double($0) }), aperture > 0 {
            parts.append("f/\(Self.number(aperture))")
        }
        if let iso = value("ISOSpeedRatings") ?? value("PhotographicSensitivity") {
            parts.append("ISO \(iso.trimmingCharacters(in: .whitespaces))")
        }
        let focal = value("FocalLength").flatMap { Double($0) }
        let full = value("FocalLenIn35mmFilm") ?? value("FocalLengthIn35mmFilm")
        if let full, let length = Double(full), length > 0 {
            parts.append("\(Self.number(length)) mm")
        } else if let focal, focal > 0 {
            parts.append("\(Self.number(focal)) mm")
        }
        if let bias = value("ExposureBiasValue").flatMap({ Double($0) }), bias.magnitude >= 0.05 {
            parts.append("\(bias > 0 ? "+" : "−")\(Self.number(bias.magnitude)) EV")
        }
        exposure = parts.joined(separator: " · ")
        camera = [Self.camera(value("Make"), value("Model")), value("LensModel")].compactMap { $0 }
            .joined(separator: " · ")

        var rows: [Row] = []
        func add(_ name: String, _ value: String?, isTechnical: Bool = false) {
            guard let value, !Self.isBlank(value) else { return }
            rows.append(Row(key: "fact." + name, value: value, isTechnical: isTechnical))
        }
        if let place = photo.place, !Self.isBlank(place.description) {
            let key = photo.isEstimated ? "fact.estimated" : "fact.place"
            rows.append(Row(key: key, value: place.description, isLocalized: true))
        }
        if let time = photo.time, let date = CivilDate(seconds: time) {
            let second = Int(saturating: time - (time / 86_400).rounded(.down) * 86_400)
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let clock = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
            rows.append(
                Row(
                    key: "fact.taken", value: dates.text(date, clock: clock), datetime: "\(date)T\(clock)",
                    isLocalized: true))
        }
        if let width = own("PixelWidth"), let height = own("PixelHeight") {
            let pixels = Double(width) * Double(height) / 1e6
            add("size", "\(width) × \(height)" + (pixels >= 0.1 ? ", \(Self.number(pixels)) MP" : ""))
        }
        add("description", value("ImageDescription"))
        add("by", value("Artist"))
        add("copyright", value("Copyright"))
        if let position = photo.position {
            add("position", "\(Self.degrees(position.latitude)), \(Self.degrees(position.longitude))")
            if let altitude = position.altitude { add("altitude", "\(Self.number(altitude)) m") }
        }
        add("placeSource", photo.place?.source, isTechnical: true)
        add("file", photo.path.exact, isTechnical: true)
        add("source", source, isTechnical: true)
        self.rows = rows
    }

    /// Whether a text has no visible character: cameras write descriptions of blanks or zeros.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    }

    /// A camera's maker and model, without repeating the maker.
    package static func camera(_ make: String?, _ model: String?) -> String? {
        let make = make?.trimmingCharacters(in: .whitespaces) ?? ""
        let model = model?.trimmingCharacters(in: .whitespaces) ?? ""
        guard !model.isEmpty else { return make.isEmpty ? nil : make }
        let brand = make.split(separator: " ").first.map(String.init) ?? ""
        return brand.isEmpty || model.lowercased().hasPrefix(brand.lowercased()) ? model : "\(brand) \(model)"
    }

    /// An exposure: `1/160 s`, `0.5 s`, `30 s`.
    package static func time(_ seconds: Double) -> String {
        seconds < 0.3 ? "1/\(Int(saturating: (1 / max(seconds, 1e-6)).rounded())) s" : "\(number(seconds)) s"
    }

    /// A number with at most one decimal.
    package static func number(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "\(value)" }
        let rounded = (value * 10).rounded() / 10
        return rounded == rounded.rounded() ? String(Int(saturating: rounded)) : String(rounded)
    }

    /// Degrees, to about a decimetre.
    package static func degrees(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }
}
