internal import UprightBase
internal import UprightFormats

/// The bytes after a primary picture, and what points to them.
package struct MultiPicture {
    let source: JPEGSource
    private(set) var index: MultiPictureIndex?
    let container: (segment: Int, xmp: XMPContainer)?
    let previews: [MakerNotePreview]
    let pictures: [FollowingPicture]
    var warnings: [String]

    /// Reads the bytes after the primary picture.
    package init(of source: JPEGSource) {
        self.source = source
        index = MultiPictureIndex(of: source.file, in: source.bytes)
        guard !source.file.trailer.isEmpty else {
            (container, previews, pictures, warnings) = (nil, [], [], [])
            return
        }
        container = Self.container(of: source)
        previews = MakerNotePreview.all(in: source)
        (pictures, warnings) = FollowingPicture.all(
            behind: source.file, in: source.bytes, index: index, container: container?.xmp)
    }

    /// Takes over what a strip leaves of the index, in which the pictures have their old places.
    mutating func clearIndex(_ bytes: [UInt8]) {
        if bytes.count == index?.mpf.bytes.count { index?.mpf.block.bytes = bytes }
    }

    /// Returns the bytes after the picture, unchanged.
    package func kept() -> MultiPictureTurn {
        let trailer = source.file.trailer
        return MultiPictureTurn(
            source: self, trailer: source.bytes[trailer], map: TrailerMap(start: trailer.lowerBound, replacements: []))
    }

    static func container(of source: JPEGSource) -> (segment: Int, xmp: XMPContainer)? {
        let head = JPEGCarrier.xmp.signature.count
        for segment in source.metadata.segments where segment.carrier == .xmp {
            if let xmp = XMPContainer(parsing: Array(segment.payload.dropFirst(head))) { return (segment.index, xmp) }
        }
        return nil
    }

    /// Turns every picture after the primary one.
    func turned(by metadata: MetadataTurn) -> MultiPictureTurn {
        var bytes: [UInt8] = []
        var replacements: [TrailerMap.Replacement] = []
        var result = kept()
        result.warnings = warnings
        var position = source.file.trailer.lowerBound
        for picture in pictures {
            let old = Array(source.bytes[picture.range])
            do throws(FormatError) {
                guard let inner = try? JPEGSource(old), inner.file.frameHeader.invalidity == nil else {
                    throw FormatError("it is not a readable JPEG")
                }
                let orientation = metadata.orientation(
                    ofThumbnail: inner.file.frameHeader.size, own: inner.metadata.orientation?.orientation, jpeg: old)
                let new = result.adopt(
                    try metadata.embedded(old, orientation), of: "\(picture.use) at byte \(picture.range.lowerBound)")
                guard new != old else { continue }
                bytes += source.bytes[position..<picture.range.lowerBound]
                bytes += new
                position = picture.range.upperBound
                replacements.append(TrailerMap.Replacement(range: picture.range, length: new.count))
                result.changes.append(
                    Change(
                        ChangeSubject(.picture, picture.use),
                        from: "\(old.count) bytes, orientation \(orientation.rawValue)",
                        to: "\(new.count) bytes, " + (metadata.labelled == nil ? "orientation 1" : "labelled")))
            } catch {
                if !metadata.movesNothing {
                    result.needsOriginal = true
                    result.warnings.append(
                        "the \(picture.use) at byte \(picture.range.lowerBound) cannot be turned with the picture: "
                            + "\(error); kept unchanged")
                }
            }
        }
        bytes += source.bytes[position...]
        result.trailer = bytes[...]
        result.map = TrailerMap(start: source.file.trailer.lowerBound, replacements: replacements)
        if !metadata.movesNothing {
            turnPreviews(in: &result, with: metadata)
            turnUnreferenced(in: &result, with: metadata)
        }
        if metadata.turn.orientation != .up {
            for warning in fixedParts { result.keep(warning) }
        }
        return result
    }
}
