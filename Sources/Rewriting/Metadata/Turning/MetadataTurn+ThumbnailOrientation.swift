internal import UprightFormats
package import UprightBase

extension MetadataTurn {
    /// Returns the orientation by which an embedded picture is to be turned: the one in which it is stored, and then the turn by
    /// hand, as for the picture itself.
    ///
    /// - Parameters:
    ///   - own: the orientation that its carrier gives it.
    ///   - jpeg: its bytes, if it is a JPEG; it can have an orientation of its own.
    package func orientation(ofThumbnail size: Size, own: Orientation?, jpeg: [UInt8]?) -> Orientation {
        stored(size, [own, jpeg.flatMap { Self.orientation(in: $0) }].compactMap(\.self), jpeg).followed(by: byHand)
    }

    /// Returns the orientation in which an embedded picture is stored.
    ///
    /// A thumbnail usually has the orientation of the stored picture, whatever its own tag says: tools that set the
    /// picture's orientation leave the thumbnail's unchanged. The candidates are, in this order: a tag of its own other
    /// than 1, the picture's orientation, and upright. Only those that give the thumbnail the shape of the upright
    /// picture count. If several do, and the thumbnail's tag or shape contradicts the picture's orientation,
    /// ``compare`` decides by the pixels if it can. Otherwise the first one wins. If none does, the picture's
    /// orientation counts.
    private func stored(_ size: Size, _ tags: [Orientation], _ jpeg: [UInt8]?) -> Orientation {
        let picture = own
        var candidates: [Orientation] = []
        for candidate in tags.filter({ $0 != .up }) + [picture.orientation, .up] where !candidates.contains(candidate) {
            candidates.append(candidate)
        }
        let fitting = candidates.filter { fits(size.turned(by: $0), picture.uprightSize) }
        guard let first = fitting.first else { return picture.orientation }
        let contested = (tags + [first]).contains { $0 != picture.orientation }
        if contested, fitting.count > 1, let jpeg, let compare, let seen = compare(jpeg, fitting) { return seen }
        return first
    }

    /// Whether a thumbnail of this size, once upright, is landscape or portrait like the upright picture.
    private func fits(_ size: Size, _ picture: Size) -> Bool {
        let square = size.width == size.height || picture.width == picture.height
        return square || (size.width > size.height) == (picture.width > picture.height)
    }

    /// The orientation in the first Exif block of an embedded JPEG.
    private static func orientation(in jpeg: [UInt8]) -> Orientation? {
        guard let file = try? JPEGFile(parsing: jpeg) else { return nil }
        for segment in file.segments {
            let payload = jpeg[segment.payload]
            guard JPEGCarrier(marker: segment.marker, payload: payload) == .exif else { continue }
            return OrientationReading.exif(Array(payload.dropFirst(6)))?.orientation
        }
        return nil
    }
}
