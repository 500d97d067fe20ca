internal import UprightContainers

extension JPEGSource {
    /// The account of a file that is copied as it is.
    func accountKept() -> [PartAccount] { account(JPEGMetadataTurn()) { _ in (.kept, "") } }

    /// What became of every segment and of the trailer.
    ///
    /// - Parameters:
    ///   - metadata: what became of the metadata segments.
    ///   - following: what became of what stands behind the picture; nil where it is as it was.
    ///   - disposition: what became of the others, by their marker.
    func account(
        _ metadata: JPEGMetadataTurn, following: MultiPictureTurn? = nil,
        _ disposition: (UInt8) -> (PartAccount.Disposition, String)
    ) -> [PartAccount] {
        var known: [Int: PartAccount] = [:]
        for part in metadata.parts { known[part.offset] = part }
        var parts: [PartAccount] = []
        for segment in file.segments {
            if let part = known[segment.range.lowerBound] {
                parts.append(part)
                continue
            }
            let carrier = JPEGCarrier(marker: segment.marker, payload: bytes[segment.payload])
            let (became, reason) =
                JPEGMarker.isMetadata(segment.marker) ? (.kept, "") : disposition(segment.marker)
            parts.append(
                PartAccount(
                    part: carrier.partName(marker: segment.marker), offset: segment.range.lowerBound,
                    length: segment.range.count, disposition: became, reason: reason))
        }
        if let following {
            parts += following.parts
        } else if !file.trailer.isEmpty {
            parts.append(
                PartAccount(
                    part: .trailer, offset: file.trailer.lowerBound, length: file.trailer.count, disposition: .kept))
        }
        return parts
    }
}
