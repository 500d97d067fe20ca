internal import UprightBase
internal import UprightFormats

extension PictureGeometry {
    /// Reads the geometry of a file, with the turn that a normalizer would make; nil if it is no picture, or exceeds the limits.
    package init?(of bytes: [UInt8], _ options: NormalizationOptions) {
        guard let format = PictureFormats.format(of: bytes), let geometry = Self.read(bytes, format, options) else {
            return nil
        }
        self = geometry
    }

    private static func read(
        _ bytes: [UInt8], _ format: some PictureFormat, _ options: NormalizationOptions
    ) -> PictureGeometry? {
        guard var document = try? format.document(reading: bytes),
            (try? document.prepare(within: options.limits)) != nil
        else { return nil }
        let orientation = document.orientationToApply(options)
        return switch document.turnability(by: orientation) {
        case .exact, .requantized, .containerOnly: document.geometry(turnedBy: orientation)
        case .unsupported, .copyOnly: document.geometry(turnedBy: .up)
        }
    }
}
