internal import UprightFormats

/// A picture that follows the primary one in its file: a preview, another view, a gain map.
struct FollowingPicture {
    /// Its use, for the report: `gain map`, `preview`.
    let use: String
    /// Its range in the file.
    let range: Range<Int>

    /// Returns the pictures after the primary one that the multi-picture index or the container directory names, in
    /// file order, without any that overlaps the one before it, and warnings.
    static func all(behind file: JPEGFile, in bytes: [UInt8], index: MultiPictureIndex?, container: XMPContainer?)
        -> (pictures: [FollowingPicture], warnings: [String])
    {
        var warnings: [String] = []
        var found: [FollowingPicture] = []
        if let shift = index?.shift, shift != 0 {
            warnings.append("MPF: the pictures are \(shift) bytes from where the index places them")
        }
        for image in index?.mpf.images.dropFirst() ?? [] {
            let start = index?.start(of: image) ?? 0
            if let displacement = index?.displacements[image.position] {
                warnings.append(
                    "MPF: the \(image.use) is \(displacement) bytes from where the index places it")
            }
            guard image.size > 0, start >= file.trailer.lowerBound, start <= bytes.count,
                image.size <= bytes.count - start
            else {
                warnings.append(
                    "MPF: the \(image.use) of \(image.size) bytes at byte \(start) is not after the primary "
                        + "picture; kept unchanged")
                continue
            }
            found.append(FollowingPicture(use: image.use, range: start..<start + image.size))
        }
        var position = file.trailer.lowerBound
        for (place, item) in (container?.items ?? []).enumerated() {
            let start = position
            position += (place == 0 ? 0 : item.length) + item.padding
            guard place > 0, item.mime.lowercased() == "image/jpeg", item.length > 0, position <= bytes.count else {
                continue
            }
            let range = start..<start + item.length
            // If both describe the same picture, the index is more often right about its place.
            guard !found.contains(where: { $0.range.overlaps(range) || $0.range.count == item.length }),
                range.upperBound <= bytes.count
            else { continue }
            found.append(FollowingPicture(use: item.semantic, range: range))
        }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        var pictures: [FollowingPicture] = []
        for picture in found {
            if let last = pictures.last, last.range.overlaps(picture.range) {
                if last.range != picture.range {
                    warnings.append(
                        "the \(picture.use) at byte \(picture.range.lowerBound) overlaps another one; kept unchanged")
                }
                continue
            }
            pictures.append(picture)
        }
        return (pictures, warnings)
    }
}
