package import UprightFormats
internal import UprightBase

/// Checks an output against its source and the account of it. Kept parts must be present byte for byte and in order;
/// patched, moved and inserted parts must be present as planned; there must be nothing else.
package struct JPEGStructureCheck {
    let rewrite: JPEGRewrite
    let assembled: AssembledJPEG
    let file: JPEGFile
    private var source: JPEGSource { rewrite.source }
    private var output: [UInt8] { assembled.bytes }

    /// Checks the metadata segments and the bytes after the picture.
    package func check() throws(FormatError) {
        try checkSegments()
        try checkTrailer()
    }

    private func checkSegments() throws(FormatError) {
        let dropped = Set(assembled.parts.filter { $0.disposition == .dropped }.map(\.offset))
        let origins = Set(rewrite.segments.map(\.origin))
        for (place, segment) in source.file.segments.enumerated() where JPEGMarker.isMetadata(segment.marker) {
            guard origins.contains(place) || dropped.contains(segment.range.lowerBound) else {
                throw FormatError("\(segment.name) at byte \(segment.markerOffset) of the source is missing")
            }
        }
        let found = file.segments.filter { JPEGMarker.isMetadata($0.marker) }
        guard found.count == rewrite.segments.count else {
            throw FormatError("expected \(rewrite.segments.count) metadata segments, found \(found.count)")
        }
        var last: Int?
        for (segment, planned) in zip(found, rewrite.segments) {
            // Offsets in the first segment of an origin can be corrected after the plan.
            let isPointed = planned.origin != last && assembled.pointed.contains(planned.origin)
            guard segment.marker == planned.marker, carrier(segment) == planned.carrier,
                isPointed || output[segment.payload].hasBytes(of: planned.payload)
            else { throw FormatError("\(segment.name) at byte \(segment.markerOffset) differs from the plan") }
            last = planned.origin
        }
    }

    private func carrier(_ segment: JPEGSegment) -> JPEGCarrier {
        JPEGCarrier(marker: segment.marker, payload: output[segment.payload])
    }

    private func checkTrailer() throws(FormatError) {
        let start = file.trailer.lowerBound
        let map = rewrite.following.map
        let length = map.position(of: source.bytes.count)
        guard file.trailer.count == length else {
            throw FormatError("expected \(length) bytes after the picture, found \(file.trailer.count)")
        }
        for part in rewrite.following.parts {
            let position = start + map.position(of: part.offset)
            let range = part.offset..<part.offset + part.length
            let account = assembled.parts.first { $0.offset == part.offset && $0.length == part.length } ?? part
            switch account.disposition {
            case .kept:
                guard position + part.length <= output.count,
                    output[position..<position + part.length].hasBytes(of: source.bytes[range])
                else {
                    throw FormatError("\(part.part) at byte \(part.offset) should be unchanged, but differs")
                }
            case .moved:
                let end = position + (map.length(of: range) ?? 0)
                guard end <= output.count, (try? JPEGFile(parsing: Array(output[position..<end]))) != nil else {
                    throw FormatError("\(part.part) at byte \(position) is not a JPEG")
                }
            case .patched, .dropped: break
            }
        }
        try checkIndex()
    }

    /// Checks that every picture that the source's index finds is found by the output's.
    private func checkIndex() throws(FormatError) {
        guard let old = MultiPictureIndex(of: source.file, in: source.bytes), !source.file.trailer.isEmpty else {
            return
        }
        guard let new = MultiPictureIndex(of: file, in: output), new.mpf.images.count == old.mpf.images.count else {
            throw FormatError("the multi-picture index does not match the source's")
        }
        for (before, after) in zip(old.mpf.images, new.mpf.images).dropFirst() where before.isJPEG {
            let from = old.start(of: before)
            let to = new.start(of: after)
            guard from >= source.file.trailer.lowerBound, from + 2 <= source.bytes.count,
                from + before.size <= source.bytes.count
            else { continue }
            guard to + 2 <= output.count, to + after.size <= output.count,
                output[to..<to + 2].elementsEqual(source.bytes[from..<from + 2])
            else { throw FormatError("the \(before.use) at byte \(from) of the source is not at byte \(to)") }
        }
    }
}
