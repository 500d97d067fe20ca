internal import UprightAssembly
package import UprightCodecs

extension EncodedJPEG: JPEGImageData {
    /// The markers with everything that belongs to them.
    package var parts: [(marker: UInt8, range: Range<Int>)] { segments.map { ($0.marker, $0.range) } }
}
