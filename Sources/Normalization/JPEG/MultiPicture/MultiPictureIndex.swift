internal import ImageContainers
internal import ImageMetadata

/// The multi-picture index of a file, and where it lies.
struct MultiPictureIndex {
    /// Which of the file's segments carries it.
    let segment: Int
    /// The byte of the file that its offsets count from.
    let base: Int
    /// The index.
    var mpf: MPFIndex

    /// Finds the index in the primary picture's segments; nil where there is none, or none that can be read.
    init?(of file: JPEGFile, in bytes: [UInt8]) {
        for (place, segment) in file.segments.enumerated() {
            let payload = bytes[segment.payload]
            guard JPEGCarrier(marker: segment.marker, payload: payload) == .mpf else { continue }
            let head = JPEGCarrier.mpf.signature.count
            guard let mpf = try? MPFIndex(parsing: Array(payload.dropFirst(head))), !mpf.images.isEmpty else {
                continue
            }
            self.segment = place
            base = segment.payload.lowerBound + head
            self.mpf = mpf
            return
        }
        return nil
    }
}
