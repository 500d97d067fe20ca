internal import UprightCodecs
internal import UprightContainers

extension JPEGSource {
    /// The file with some of its metadata segments replaced, and every other byte as it is.
    ///
    /// - Parameter following: what stands behind the picture; nil for the trailer as it is.
    func patched(
        by metadata: JPEGMetadataTurn, following: MultiPictureTurn? = nil, parts: inout [PartAccount]
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 4096)
        for (index, segment) in file.segments.enumerated() {
            if let replacement = metadata.segments[index] {
                output += bytes[segment.range.lowerBound..<segment.markerOffset]
                append(replacement, marker: segment.marker, to: &output)
            } else {
                output += bytes[segment.range]
            }
        }
        output += following?.trailer[...] ?? bytes[file.trailer]
        parts = account(metadata, following: following) { _ in (.kept, "") }
        return output
    }

    /// The file around turned coefficients: their tables, frame and scans; all metadata segments of the source in their
    /// order, those between its scans after as many scans; and the trailer.
    ///
    /// - Parameter following: what stands behind the picture; nil for the trailer as it is.
    func assembled(
        _ encoded: EncodedJPEG, metadata: JPEGMetadataTurn, following: MultiPictureTurn? = nil,
        parts: inout [PartAccount]
    ) -> [UInt8] {
        var output: [UInt8] = []
        let carried = carriedSegments(metadata)
        let trailer = following?.trailer[...] ?? bytes[file.trailer]
        output.reserveCapacity(carried.reduce(encoded.count + trailer.count) { $0 + $1.count })
        var scan = 0
        for segment in encoded.segments {
            if segment.marker == JPEGMarker.eoi {
                for later in carried.dropFirst(scan + 1) { output += later }
            }
            let start = output.count
            encoded.append(segment.range, to: &output)
            if JPEGMarker.startsFrame(segment.marker) {
                // libjpeg names the narrowest process that fits; the source's is kept.
                output[start + 1] = file.frameHeader.marker
            }
            if segment.marker == JPEGMarker.soi { output += carried[0] }
            if segment.marker == JPEGMarker.sos {
                scan += 1
                if scan < carried.count { output += carried[scan] }
            }
        }
        // Where a broken scan was all that hid them from the decoder, a sound one would not: it stops at them.
        for segment in file.segments where JPEGSource.stopsDecoders(segment.marker) {
            output += bytes[segment.markerOffset..<segment.range.upperBound]
        }
        output += trailer
        parts = account(metadata, following: following) { marker in
            switch marker {
            case JPEGMarker.soi, JPEGMarker.eoi: (.kept, "")
            case JPEGMarker.dnl: (.dropped, "the height stands in the frame header")
            case _ where JPEGMarker.standsAlone(marker): (.dropped, "it stands outside of any scan")
            default: (.moved, "")
            }
        }
        return output
    }

    /// The bytes of the metadata segments: at index n those that follow the nth scan of the source.
    private func carriedSegments(_ metadata: JPEGMetadataTurn) -> [[UInt8]] {
        var carried: [[UInt8]] = [[]]
        for (index, segment) in file.segments.enumerated() {
            if segment.marker == JPEGMarker.sos { carried.append([]) }
            guard JPEGSource.isCarried(segment.marker) else { continue }
            if let replacement = metadata.segments[index] {
                append(replacement, marker: segment.marker, to: &carried[carried.count - 1])
            } else {
                carried[carried.count - 1] += bytes[segment.markerOffset..<segment.range.upperBound]
            }
        }
        return carried
    }

    /// Whether a segment says nothing to the decoder, so that it is carried and not made anew.
    private static func isCarried(_ marker: UInt8) -> Bool {
        switch marker {
        case JPEGMarker.sos, JPEGMarker.dqt, JPEGMarker.dht, JPEGMarker.dac, JPEGMarker.dri, JPEGMarker.dnl,
            JPEGMarker.dhp, JPEGMarker.exp:
            false
        default:
            !JPEGMarker.startsFrame(marker) && !JPEGMarker.standsAlone(marker) && !stopsDecoders(marker)
        }
    }

    /// Reserved markers (ITU-T T.81, table B.1: RES and JPG), which no decoder goes on after: their segments are kept
    /// behind the picture's end.
    private static func stopsDecoders(_ marker: UInt8) -> Bool {
        (0x02...0xBF).contains(marker) || (0xF0...0xFD).contains(marker)
    }

    private func append(_ replacement: SegmentReplacement, marker: UInt8, to output: inout [UInt8]) {
        guard case .payloads(let payloads) = replacement else { return }
        for payload in payloads {
            precondition(payload.count <= 65_533, "a segment's payload has a 16-bit length")
            let length = payload.count + 2
            output += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
            output += payload
        }
    }
}
