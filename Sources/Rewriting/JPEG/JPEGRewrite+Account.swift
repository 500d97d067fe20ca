internal import UprightFormats

extension JPEGRewrite {
    /// Returns what happened to every segment of the source and to the bytes after the picture.
    package func account() -> [PartAccount] {
        let own = Dictionary(grouping: segments, by: \.origin)
        let unused = isTidied ? CanonicalJPEG.unusedTables(of: source.file, in: source.bytes) : [:]
        let parts = source.file.segments.enumerated().map { index, segment in
            let payload = source.bytes[segment.payload]
            let carrier = JPEGCarrier(marker: segment.marker, payload: payload)
            let (disposition, reason) =
                JPEGMarker.isMetadata(segment.marker)
                ? metadata(own[index] ?? [], index, payload) : picture(segment, without: unused[index] ?? [])
            return PartAccount(carrier.partName(marker: segment.marker), segment.range, disposition, reason: reason)
        }
        return parts + (isChanged ? following.parts : PartAccount.trailer(source.file.trailer))
    }

    private func metadata(
        _ own: [Segment], _ index: Int, _ payload: ArraySlice<UInt8>
    ) -> (PartAccount.Disposition, String) {
        if let reason = dropped[index] { return (.dropped, reason) }
        return own.first.map { payload.elementsEqual($0.payload) } ?? false ? (.kept, "") : (.patched, "")
    }

    /// Returns what happened to a segment that is part of the picture.
    private func picture(
        _ segment: JPEGSegment, without unused: Set<Int>
    ) -> (PartAccount.Disposition, String) {
        guard newImage != nil else {
            guard isTidied else { return (.kept, "") }
            let canonical = CanonicalJPEG.segment(segment, in: source.bytes, without: unused)
            if canonical.isEmpty { return (.dropped, "no decoder reads it") }
            return (canonical.elementsEqual(source.bytes[segment.range]) ? .kept : .patched, "")
        }
        let marker = segment.marker
        switch marker {
        case JPEGMarker.soi, JPEGMarker.eoi: return (.kept, "")
        case JPEGMarker.dnl: return (.dropped, "the frame header now holds the height")
        case _ where JPEGMarker.standsAlone(marker): return (.dropped, "the marker is outside of any scan")
        default: return (.moved, "")
        }
    }
}

extension JPEGCarrier {
    /// Returns the name of a part for the account: `APP1 Exif`, `COM`.
    package func partName(marker: UInt8) -> PartName {
        switch self {
        case .exif: PartName(name(marker: marker), carrier: .exif)
        case .xmp, .extendedXMP: PartName(name(marker: marker), carrier: .xmp)
        case .photoshop: PartName(name(marker: marker), carrier: .iptc)
        default: PartName(name(marker: marker))
        }
    }
}
