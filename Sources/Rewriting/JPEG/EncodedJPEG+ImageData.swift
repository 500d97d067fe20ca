package import UprightCodecs

extension EncodedJPEG: JPEGImageData {
    /// The markers with all bytes that belong to them.
    package var parts: [(marker: UInt8, range: Range<Int>)] { segments.map { ($0.marker, $0.range) } }
}
