internal import UprightFormats

extension JPEGMetadataTurner {
    /// Turns every Exif block. A block that is too large for one segment continues in further segments, which have no
    /// TIFF header of their own.
    mutating func turnExif() {
        for block in JPEGMetadata.exifBlocks(of: metadata.segments) {
            let head = block.segments[0].payload.prefix(6)
            var turned = turn.exif(block.bytes)
            let room = JPEGRewrite.payloadLimit - head.count
            if block.segments.count == 1, turned.bytes.count > room {
                turned = turn.exif(block.bytes, limit: room)
            }
            guard block.segments.count > 1 else {
                take(turned, for: block.segments[0], head: head)
                continue
            }
            result.changes += turned.changes
            result.warnings += turned.warnings
            result.needsOriginal = result.needsOriginal || turned.needsOriginal
            guard turned.bytes != block.bytes else { continue }
            distribute(turned.bytes, over: block.segments, head: Array(head))
        }
    }

    /// Splits a block where it was split before; what it grew by goes to the last segment and to new ones after it.
    mutating func distribute(_ bytes: [UInt8], over segments: [JPEGMetadata.Segment], head: [UInt8]) {
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
