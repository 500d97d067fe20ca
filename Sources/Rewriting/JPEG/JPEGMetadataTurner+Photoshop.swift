internal import UprightFormats

extension JPEGMetadataTurner {
    /// Turns the Photoshop resources. If they are too large for one segment, they continue in further ones.
    mutating func turnPhotoshop() {
        let segments = metadata.segments.filter { $0.carrier == .photoshop }
        guard !segments.isEmpty else { return }
        let head = JPEGCarrier.photoshop.signature
        let resources = segments.flatMap { $0.payload.dropFirst(head.count) }
        let turned = turn.photoshop(resources)
        result.changes += turned.changes
        result.warnings += turned.warnings
        result.needsOriginal = result.needsOriginal || turned.needsOriginal
        if turned.bytes != resources { distribute(turned.bytes, over: segments, head: head) }
    }
}
