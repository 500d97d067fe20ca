internal import UprightBase
internal import UprightFormats

/// A value that exiftool makes of several others, and that people ask for by its name.
///
/// Source: ExifTool, "Composite Tags".
enum CompositeTag: String {
    /// The name of the lens.
    case lensID = "lensid"
    /// Width and height: `4000x3000`.
    case imageSize = "imagesize"
    /// Millions of pixels.
    case megapixels
    /// The f-number.
    case aperture
    /// The exposure time.
    case shutterSpeed = "shutterspeed"

    /// The tags that hold the value; nil if it is made here.
    var tags: [String]? {
        switch self {
        case .aperture: ["EXIF:FNumber", "EXIF:ApertureValue"]
        case .shutterSpeed: ["EXIF:ExposureTime", "EXIF:ShutterSpeedValue"]
        case .lensID, .imageSize, .megapixels: nil
        }
    }

    /// Returns the value; nil if the file lacks what it is made of.
    ///
    /// - Parameter notes: the dictionaries of makers' notes by their keys.
    func value(in properties: ImageProperties, _ notes: [(key: String, values: PropertyValue)]) -> PropertyValue? {
        switch self {
        case .lensID:
            return Self.lens(properties.exifMetadata?[TagID(.exif, .lensModel)]?.text, notes).map { .string($0) }
        case .imageSize: return properties.size.map { .string("\($0.width)x\($0.height)") }
        case .megapixels:
            return properties.size.map { size in
                let millions = Double(size.width) * Double(size.height) / 1e6
                let unit: Double = millions >= 1 ? 10 : millions >= 0.001 ? 1000 : 1e6
                return .real((millions * unit).rounded() / unit)
            }
        case .aperture, .shutterSpeed: return nil
        }
    }

    /// The name of the lens in the maker's notes, otherwise in Exif.
    private static func lens(_ model: String?, _ notes: [(key: String, values: PropertyValue)]) -> String? {
        for (key, note) in notes {
            // Nikon's type is that of the mount and the motor; Sony's A-mount has a number for all other lenses.
            let names = key == "{MakerNikon}" ? ["LensID"] : ["LensType2", "LensType3", "LensType"]
            for name in names {
                guard let lens = note[name]?.string, !lens.isEmpty, !isOpen(lens) else { continue }
                let candidates = note[name + "Candidates"]?.array?.compactMap(\.string) ?? []
                guard candidates.count > 1 else { return lens }
                if let model, let known = candidates.first(where: { $0.hasSuffix(model) }) { return known }
                return candidates.joined(separator: " or ")
            }
        }
        return model
    }

    /// Whether a name stands for lenses that have none of their own.
    private static func isOpen(_ lens: String) -> Bool {
        ["E-Mount", "Unknown", "n/a", "None", "Manual Lens"].contains { lens.hasPrefix($0) }
    }
}
