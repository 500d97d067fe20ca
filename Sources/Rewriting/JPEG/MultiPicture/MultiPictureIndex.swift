internal import UprightContainers
internal import UprightMetadata

/// The multi-picture index of a file, and its position.
struct MultiPictureIndex {
    /// The index of the segment that carries it.
    let segment: Int
    /// The byte of the file from which its offsets count.
    let base: Int
    /// The index.
    var mpf: MPFIndex
    /// How far the pictures are from where the index places them, in bytes: what a tool inserted without correcting it.
    private(set) var shift = 0

    /// Finds the index in the primary picture's segments; nil if there is none, or none that is readable.
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
            shift = Self.shift(of: mpf.images.dropFirst().filter(\.isJPEG), from: base, file, bytes)
            return
        }
        return nil
    }

    /// Returns the offset of an image in the file.
    func start(of image: MPFIndex.Image) -> Int { base + image.offset + shift }

    /// Returns the shift by which each image starts like a JPEG; 0 if they do already, or if no shift works.
    private static func shift(
        of images: [MPFIndex.Image], from base: Int, _ file: JPEGFile, _ bytes: [UInt8]
    ) -> Int {
        func begins(_ position: Int) -> Bool {
            position >= file.trailer.lowerBound && position < bytes.count
                && bytes[position...].starts(with: JPEGMarker.start)
        }
        let starts = images.map { base + $0.offset }
        guard let first = starts.min(), !starts.allSatisfy(begins),
            let found = file.trailer.first(where: begins)
        else { return 0 }
        let shift = found - first
        return zip(images, starts).allSatisfy { begins($1 + shift) && $0.size <= bytes.count - $1 - shift } ? shift : 0
    }
}
