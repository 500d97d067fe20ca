internal import UprightFormats

/// An assembled JPEG file.
package struct AssembledJPEG {
    /// The file.
    package internal(set) var bytes: [UInt8]
    /// The changes.
    package internal(set) var changes: [Change] = []
    /// What happened to every segment of the source and to the bytes after the picture.
    package internal(set) var parts: [PartAccount] = []
    /// The offset in the output of the payload that replaces a source's metadata segment, by segment index in the
    /// source.
    var payloads: [Int: Int] = [:]
    /// The indices in the source of metadata segments in which offsets were corrected.
    var pointed: Set<Int> = []
    /// The offset in the output of the bytes after the picture.
    var trailerStart = 0

    /// Marks the part of the source that holds a byte as patched.
    mutating func markPatched(partHolding byte: Int) {
        for place in parts.indices where parts[place].disposition == .kept {
            if byte >= parts[place].offset, byte < parts[place].offset + parts[place].length {
                parts[place].disposition = .patched
            }
        }
    }
}

extension JPEGRewrite {
    /// Returns the assembled file, with the offsets of everything that moved corrected.
    package func assembled() -> AssembledJPEG {
        var output = AssembledJPEG(bytes: [])
        if let newImage {
            assemble(around: newImage, into: &output)
        } else {
            assembleVerbatim(into: &output)
        }
        output.trailerStart = output.bytes.count
        output.bytes += following.trailer
        output.parts = account()
        output.changes = allChanges(following.point(in: &output))
        return output
    }

    /// Assembles the file with some metadata segments replaced and every other byte unchanged.
    private func assembleVerbatim(into output: inout AssembledJPEG) {
        let bytes = source.bytes
        output.bytes.reserveCapacity(bytes.count + (1 << 16))
        let carried = Dictionary(grouping: segments, by: \.origin)
        let unused = isTidied ? CanonicalJPEG.unusedTables(of: source.file, in: bytes) : [:]
        for (index, segment) in source.file.segments.enumerated() {
            let own = carried[index] ?? []
            guard JPEGMarker.isMetadata(segment.marker) else {
                output.bytes +=
                    isTidied
                    ? CanonicalJPEG.segment(segment, in: bytes, without: unused[index] ?? [])[...]
                    : bytes[segment.range]
                for new in own { append(new, to: &output) }
                continue
            }
            if !isTidied { output.bytes += bytes[segment.range.lowerBound..<segment.markerOffset] }
            append(own, index, to: &output)
        }
    }

    /// Assembles the file around new image data (tables, frame and scans). All metadata segments keep their order;
    /// those between the source's scans follow the same number of scans.
    private func assemble(around image: any JPEGImageData, into output: inout AssembledJPEG) {
        let file = source.file
        output.bytes.reserveCapacity(
            segments.reduce(image.count + following.trailer.count + (1 << 10)) { $0 + $1.payload.count + 4 })
        let carried = carriedSegments
        let own = Dictionary(grouping: segments, by: \.origin)
        var scan = 0
        for part in image.parts {
            if part.marker == JPEGMarker.eoi {
                for later in carried.dropFirst(scan + 1) { append(later, own, to: &output) }
            }
            let start = output.bytes.count
            image.append(part.range, to: &output.bytes)
            if JPEGMarker.startsFrame(part.marker) {
                // libjpeg writes the marker of the narrowest process that fits; the source's marker is kept.
                output.bytes[start + 1] = file.frameHeader.marker
            }
            if part.marker == JPEGMarker.soi { append(carried[0], own, to: &output) }
            if part.marker == JPEGMarker.sos {
                scan += 1
                if scan < carried.count { append(carried[scan], own, to: &output) }
            }
        }
        // A broken scan can hide these segments from a decoder. With the scan repaired, a decoder would stop at them,
        // so they go after the picture.
        for segment in file.segments where !isTidied && JPEGMarker.isReserved(segment.marker) {
            output.bytes += source.bytes[segment.markerOffset..<segment.range.upperBound]
        }
    }

    /// The indices of the segments that are copied: element n lists those that follow the nth scan of the source.
    private var carriedSegments: [[Int]] {
        var carried: [[Int]] = [[]]
        for (index, segment) in source.file.segments.enumerated() {
            if segment.marker == JPEGMarker.sos { carried.append([]) }
            // New segments can follow SOI.
            if index == 0 || JPEGMarker.isCarried(segment.marker) { carried[carried.count - 1].append(index) }
        }
        return carried
    }

    private func append(_ places: [Int], _ own: [Int: [Segment]], to output: inout AssembledJPEG) {
        let file = source.file
        for place in places {
            let segment = file.segments[place]
            if JPEGMarker.isMetadata(segment.marker) || place == 0 {
                append(own[place] ?? [], place, to: &output)
            } else {
                output.bytes += source.bytes[segment.markerOffset..<segment.range.upperBound]
            }
        }
    }

    /// Appends what replaces a metadata segment of the source; unchanged segments are copied with their own bytes.
    private func append(_ own: [Segment], _ index: Int, to output: inout AssembledJPEG) {
        let segment = source.file.segments[index]
        var rest = own[...]
        if JPEGMarker.isMetadata(segment.marker), let first = own.first {
            output.payloads[index] = output.bytes.count + 4
            if source.bytes[segment.payload].elementsEqual(first.payload) {
                output.bytes += source.bytes[segment.markerOffset..<segment.range.upperBound]
                rest = rest.dropFirst()
            }
        }
        for new in rest { append(new, to: &output) }
    }

    private func append(_ segment: Segment, to output: inout AssembledJPEG) {
        let payload = segment.payload
        precondition(payload.count <= Self.payloadLimit, "a segment's payload has a 16-bit length")
        let length = payload.count + 2
        output.bytes += [JPEGMarker.prefix, segment.marker, UInt8(length >> 8), UInt8(length & 0xFF)]
        output.bytes += payload
    }
}

extension JPEGMarker {
    /// Whether a segment has no meaning for the decoder, so that it is copied and not regenerated.
    fileprivate static func isCarried(_ marker: UInt8) -> Bool {
        switch marker {
        case sos, dqt, dht, dac, dri, dnl, dhp, exp: false
        default: !startsFrame(marker) && !standsAlone(marker) && !isReserved(marker)
        }
    }
}
