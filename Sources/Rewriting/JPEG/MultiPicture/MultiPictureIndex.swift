internal import UprightFormats

/// The multi-picture index of a file, and its position.
struct MultiPictureIndex {
    /// The index of the segment that carries it.
    let segment: Int
    /// The byte of the file from which its offsets count.
    let base: Int
    var mpf: MPFIndex
    /// How far the pictures are from where the index places them, in bytes: what a tool inserted without correcting it.
    private(set) var shift = 0
    /// How far single pictures are from where the index places them, by the position of their entries, if ``shift``
    /// does not tell.
    private(set) var displacements: [Int: Int] = [:]

    /// The largest distance at which a single picture is searched for: tools that forget the index insert or remove a
    /// segment or two.
    static let nearby = 1 << 16

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
            let images = mpf.images.dropFirst().filter { $0.isJPEG && $0.size > 0 && $0.offset > 0 }
            shift = Self.shift(of: mpf.images.dropFirst().filter(\.isJPEG), from: base, file, bytes)
            if shift == 0 { displacements = Self.displacements(of: images, from: base, file, bytes) }
            return
        }
        return nil
    }

    /// Returns the offset of an image in the file.
    func start(of image: MPFIndex.Image) -> Int {
        base + image.offset + (displacements[image.position] ?? shift)
    }

    /// Returns how far pictures are from where the index places them, for those that are nearby, but not there.
    private static func displacements(
        of images: [MPFIndex.Image], from base: Int, _ file: JPEGFile, _ bytes: [UInt8]
    ) -> [Int: Int] {
        func begins(_ position: Int) -> Bool {
            position >= file.trailer.lowerBound && position < bytes.count
                && bytes[position...].starts(with: JPEGMarker.start)
        }
        var taken = Set(images.map { base + $0.offset }.filter(begins))
        var displacements: [Int: Int] = [:]
        for image in images where !begins(base + image.offset) {
            let stated = base + image.offset
            let last = max(min(stated + nearby, bytes.count), file.trailer.lowerBound)
            let range = min(max(stated - nearby, file.trailer.lowerBound), last)..<last
            let candidates = range.filter { begins($0) && !taken.contains($0) }
            let found = candidates.sorted { ($0 - stated).magnitude < ($1 - stated).magnitude }.prefix(4).first {
                start in
                start + image.size <= bytes.count
                    && (try? JPEGFile(parsing: Array(bytes[start..<start + image.size])))?.warnings.isEmpty == true
            }
            guard let found else { continue }
            taken.insert(found)
            displacements[image.position] = found - stated
        }
        return displacements
    }

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
