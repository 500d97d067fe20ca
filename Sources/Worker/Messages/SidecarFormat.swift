/// The format of a sidecar.
package enum SidecarFormat: String, Sendable, Hashable, Codable {
    /// XMP: `a.xmp`, `a.jpg.xmp`.
    case xmp
    /// Google Takeout's JSON: `a.jpg.json`, `a.jpg.supplemental-metadata.json`.
    case takeout

    /// The maximum size of a sidecar: 16 MiB. Checked before anything is read.
    package static let largestSize = 16 << 20
}
