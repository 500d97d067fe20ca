internal import UprightFormats

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

    /// Records what turning a block changed.
    mutating func record(_ turned: Turned) {
        result.changes += turned.changes
        result.warnings += turned.warnings
        result.needsOriginal = result.needsOriginal || turned.needsOriginal
    }

    /// Records what turning a block changed, and its new bytes if they differ.
    mutating func add(_ turned: Turned, for segment: JPEGMetadata.Segment, head: ArraySlice<UInt8>) {
        record(turned)
        let payload = head + turned.bytes
        if payload != segment.payload[...] { result.segments[segment.index] = .payloads([Array(payload)]) }
    }

    /// Turns every Exif block. A block that is too large for one segment continues in further segments, which have no
    /// TIFF header of their own.
    fileprivate mutating func turnExif() {
        for block in JPEGMetadata.exifBlocks(of: metadata.segments) {
            let head = block.segments[0].payload.prefix(6)
            var turned = turn.exif(block.bytes)
            let room = JPEGRewrite.payloadLimit - head.count
            if block.segments.count == 1, turned.bytes.count > room { turned = turn.exif(block.bytes, limit: room) }
            guard block.segments.count > 1 else {
                add(turned, for: block.segments[0], head: head)
                continue
            }
            record(turned)
            if turned.bytes != block.bytes { distribute(turned.bytes, over: block.segments, head: Array(head)) }
        }
    }

    /// Turns the Photoshop resources. If they are too large for one segment, they continue in further ones.
    fileprivate mutating func turnPhotoshop() {
        let segments = metadata.segments.filter { $0.carrier == .photoshop }
        guard !segments.isEmpty else { return }
        let head = JPEGCarrier.photoshop.signature
        let resources = segments.flatMap { $0.payload.dropFirst(head.count) }
        let turned = turn.photoshop(resources)
        record(turned)
        if turned.bytes != resources { distribute(turned.bytes, over: segments, head: head) }
    }

    /// Turns the JFIF segment and its extensions.
    fileprivate mutating func turnJFIF() {
        for segment in metadata.segments {
            switch segment.carrier {
            case .jfif: add(turn.jfif(segment.payload), for: segment, head: [])
            case .jfxx: add(turn.jfxx(segment.payload), for: segment, head: [])
            default: break
            }
        }
    }

    /// Splits a block where it was split before; what it grew by goes to the last segment and to new ones after it.
    private mutating func distribute(_ bytes: [UInt8], over segments: [JPEGMetadata.Segment], head: [UInt8]) {
        var position = 0
        for (place, segment) in segments.enumerated() {
            let isLast = place == segments.count - 1
            var payloads: [[UInt8]] = []
            repeat {
                let room = JPEGRewrite.payloadLimit - head.count
                let length = isLast ? room : segment.payload.count - head.count
                let end = min(bytes.count, position + length)
                payloads.append(head + bytes[position..<end])
                position = end
            } while isLast && position < bytes.count
            if payloads != [segment.payload] { result.segments[segment.index] = .payloads(payloads) }
        }
    }
}
