internal import UprightContainers
internal import UprightGeometry
internal import UprightEditing
internal import UprightMetadata

extension JPEGMetadata {
    /// Turns all metadata as the picture is turned. A turn by `.up` neutralizes the carriers of orientation only.
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

/// Turns the metadata of one JPEG, carrier by carrier.
struct JPEGMetadataTurner {
    let metadata: JPEGMetadata
    let turn: MetadataTurn
    var result = JPEGMetadataTurn()

    init(metadata: JPEGMetadata, turn: MetadataTurn) {
        self.metadata = metadata
        self.turn = turn
    }

    /// Takes what a block's turn reports, and its bytes where they differ.
    mutating func take(_ turned: Turned, for segment: JPEGMetadata.Segment, head: ArraySlice<UInt8>) {
        result.changes += turned.changes
        result.warnings += turned.warnings
        let payload = head + turned.bytes
        guard payload != segment.payload[...] else { return }
        result.segments[segment.index] = .payloads([Array(payload)])
    }

    /// Names the segments that have a place in the picture, or vouch for it, and that are carried as they are.
    mutating func warnOfFixedParts() {
        let isTurned = turn.turn.orientation != .up
        var named: Set<String> = []
        for segment in metadata.segments {
            var name: String?
            if segment.carrier == .jumbf, isTurned || !result.segments.isEmpty {
                name = "content credentials (JUMBF in APP11) sign the bytes of the source: kept, they no longer verify"
            } else if segment.marker == JPEGMarker.app1, segment.payload.starts(with: Array("FLIR\0".utf8)), isTurned {
                name = "a thermal image (FLIR in APP1) cannot be turned with the picture: kept"
            } else if segment.marker == JPEGMarker.app2, segment.payload.starts(with: Array("FPXR\0".utf8)), isTurned {
                name = "a FlashPix stream (FPXR in APP2) can hold pictures that cannot be turned: kept"
            }
            if let name, named.insert(name).inserted { result.warnings.append(name) }
        }
    }
}
