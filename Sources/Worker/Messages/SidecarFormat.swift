/// What a sidecar is read as.
public enum SidecarFormat: String, Sendable, Hashable, Codable {
    /// XMP: `a.xmp`, `a.jpg.xmp`.
    case xmp
    /// Google Takeout's JSON: `a.jpg.json`, `a.jpg.supplemental-metadata.json`.
    case takeout

    /// The most bytes that a sidecar may have: 16 MiB. Looked at before anything is read.
    public static let largestSize = 16 << 20
}
