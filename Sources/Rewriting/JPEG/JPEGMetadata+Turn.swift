internal import UprightContainers
internal import UprightGeometry
internal import UprightEditing
internal import UprightMetadata

extension JPEGMetadata {
    /// Turns all metadata with the picture. A turn by `.up` only neutralizes the carriers of orientation.
    func turned(by turn: MetadataTurn) -> JPEGMetadataTurn {
        var turner = JPEGMetadataTurner(metadata: self, turn: turn)
        turner.turnExif()
        turner.turnXMP()
        turner.turnPhotoshop()
        turner.turnJFIF()
        turner.warnOfFixedParts()
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

    /// Warns of segments that depend on the layout of the picture or sign it, but are kept unchanged.
    mutating func warnOfFixedParts() {
        let isTurned = turn.turn.orientation != .up
        var named: Set<String> = []
        for segment in metadata.segments {
            var name: String?
            if segment.carrier == .jumbf, isTurned || !result.segments.isEmpty {
                name = "content credentials (JUMBF in APP11) sign the source; they are kept, but no longer verify"
            } else if segment.marker == JPEGMarker.app1, segment.payload.starts(with: Array("FLIR\0".utf8)), isTurned {
                name = "a thermal image (FLIR in APP1) cannot be turned with the picture; kept unchanged"
            } else if segment.marker == JPEGMarker.app2, segment.payload.starts(with: Array("FPXR\0".utf8)), isTurned {
                name = "a FlashPix stream (FPXR in APP2) can hold pictures that cannot be turned; kept unchanged"
            }
            if let name, named.insert(name).inserted {
                result.warnings.append(name)
                result.needsOriginal = true
            }
        }
    }
}
