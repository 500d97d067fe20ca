internal import UprightFormats
internal import UprightBase

extension JPEGMetadata {
    /// Turns all metadata with the picture. A turn by `.up` only neutralizes the carriers of orientation.
    func turned(by turn: MetadataTurn) -> JPEGMetadataTurn {
        var turner = JPEGMetadataTurner(metadata: self, turn: turn)
        turner.turnExif()
        turner.turnXMP()
        turner.turnPhotoshop()
        turner.turnJFIF()
        turner.nameFixedParts()
        return turner.result
    }
}

/// Turns the metadata of one JPEG, one carrier after the other.
struct JPEGMetadataTurner {
    let metadata: JPEGMetadata
    let turn: MetadataTurn
    var result = JPEGMetadataTurn()

    /// Records what turning a block changed, and its new bytes if they differ.
    mutating func take(_ turned: Turned, for segment: JPEGMetadata.Segment, head: ArraySlice<UInt8>) {
        result.changes += turned.changes
        result.warnings += turned.warnings
        result.needsOriginal = result.needsOriginal || turned.needsOriginal
        let payload = head + turned.bytes
        guard payload != segment.payload[...] else { return }
        result.segments[segment.index] = .payloads([Array(payload)])
    }
}
