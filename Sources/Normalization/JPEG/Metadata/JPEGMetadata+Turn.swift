package import Geometry
package import ImageMetadata

extension JPEGMetadata {
    /// Turns all metadata as the picture is turned. A turn by `.up` neutralizes the carriers of orientation only.
    package func turned(
        by turn: PictureTurn, embedded: @escaping MetadataTurn.EmbeddedTurn
    ) -> JPEGMetadataTurn {
        let metadata = MetadataTurn(turn, embedded: embedded)
        var result = JPEGMetadataTurn()
        for segment in segments {
            var disposition = PartAccount.Disposition.kept
            if segment.carrier == .exif {
                let turned = metadata.exif(Array(segment.payload.dropFirst(6)))
                result.changes += turned.changes
                result.warnings += turned.warnings
                if !turned.changes.isEmpty {
                    disposition = .patched
                    result.segments[segment.index] = .payloads([Array(segment.payload.prefix(6)) + turned.bytes])
                }
            }
            result.parts.append(
                PartAccount(
                    part: segment.carrier.partName(marker: segment.marker), offset: segment.range.lowerBound,
                    length: segment.range.count, disposition: disposition))
        }
        return result
    }
}
