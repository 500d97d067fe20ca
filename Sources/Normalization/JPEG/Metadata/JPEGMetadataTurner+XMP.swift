internal import ImageMetadata

extension JPEGMetadataTurner {
    /// Turns every XMP packet.
    mutating func turnXMP() {
        let head = JPEGCarrier.xmp.signature[...]
        for segment in metadata.segments where segment.carrier == .xmp {
            take(turn.xmp(Array(segment.payload.dropFirst(head.count))), for: segment, head: head)
        }
    }
}
