internal import Glibc
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
    /// The pixels of a row, whatever tags say.
    case imageWidth = "imagewidth"
    /// The number of rows.
    case imageHeight = "imageheight"
    /// Millions of pixels.
    case megapixels
    /// The f-number.
    case aperture
    /// The exposure time: `1/125`, `2.5`.
    case shutterSpeed = "shutterspeed"

    /// Returns the value; nil if the file lacks what it is made of.
    ///
    /// - Parameter notes: the dictionaries of makers' notes by their keys.
    func value(in properties: ImageProperties, _ notes: [(key: String, values: PropertyValue)]) -> PropertyValue? {
        func number(_ tag: UInt16) -> Double? {
            properties.exifMetadata?[TagID(.exif, tag)]?.numbers?.first.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        }
        switch self {
        case .lensID: return LensChoice(properties.exifMetadata, notes).name.map { .string($0) }
        case .imageSize: return properties.size.map { .string("\($0.width)x\($0.height)") }
        case .imageWidth: return properties.size.map { .integer($0.width) }
        case .imageHeight: return properties.size.map { .integer($0.height) }
        case .megapixels:
            return properties.size.map { size in
                let millions = Double(size.width) * Double(size.height) / 1e6
                return Self.rounded(millions, to: millions >= 1 ? 10 : millions >= 0.001 ? 1000 : 1e6)
            }
        case .aperture:
            // Apertures in steps of EV (APEX) stand in for f-numbers.
            return (number(0x829D) ?? number(0x9202).map { exp2($0 / 2) }).map { Self.rounded($0, to: 10) }
        case .shutterSpeed:
            guard let seconds = number(0x829A) ?? number(0x9201).map({ exp2(-$0) }) else { return nil }
            return seconds < 0.25001
                ? .string("1/\(Int(exactly: (1 / seconds).rounded()) ?? 0)") : Self.rounded(seconds, to: 10)
        }
    }

    private static func rounded(_ number: Double, to parts: Double) -> PropertyValue {
        .real((number * parts).rounded() / parts)
    }
}
