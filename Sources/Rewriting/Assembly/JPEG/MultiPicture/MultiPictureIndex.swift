internal import UprightContainers
internal import UprightMetadata

/// The multi-picture index of a file, and where it lies.
struct MultiPictureIndex {
    /// Which of the file's segments carries it.
    let segment: Int
    /// The byte of the file that its offsets count from.
    let base: Int
    /// The index.
    var mpf: MPFIndex
    /// How many bytes the pictures lie behind where the index says: what a tool put in between without setting it right.
    private(set) var shift = 0

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
            shift = Self.shift(of: mpf.images.dropFirst().filter(\.isJPEG), from: base, file, bytes)
            return
        }
        return nil
    }

    /// Where an image begins in the file.
    func start(of image: MPFIndex.Image) -> Int { base + image.offset + shift }

    /// How far all images have to be moved for each to begin as a JPEG does; 0 where they do or nothing helps.
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
