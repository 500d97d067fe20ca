internal import UprightFormats
internal import UprightBase

extension JPEGMetadataTurner {
    /// Names the segments that depend on the layout of the picture or sign it, and are kept unchanged.
    mutating func nameFixedParts() {
        let isTurned = turn.turn.orientation != .up
        let isSigned = metadata.segments.contains { $0.carrier == .jumbf }
        if isSigned, isTurned || !result.segments.isEmpty {
            keep("content credentials (JUMBF in APP11) sign the source; they are kept, but no longer verify")
        }
        guard isTurned else { return }
        let make = make
        var known: Set<UInt8> = []
        for part in FixedPart.all {
            let found = others.first { segment in
                switch part.location {
                case .segment(let marker, let identifier):
                    segment.marker == marker && segment.payload.starts(with: identifier.utf8)
                case .unmarkedSegment(let marker, let maker):
                    segment.marker == marker && make?.hasPrefix(maker) == true && !known.contains(marker)
                default: false
                }
            }
            guard let found else { continue }
            known.formUnion([found.marker])
            known.formUnion(part.further.map { Array($0) } ?? [])
            keep(part.warning)
        }
        // A thermal camera or a depth sensor of an unknown maker writes its samples in such segments.
        let unknown = Dictionary(
            grouping: others.filter { !known.contains($0.marker) && !isHarmless($0) }, by: \.marker)
        for (marker, segments) in unknown.sorted(by: { $0.key < $1.key }) {
            let bytes = segments.reduce(0) { $0 + $1.payload.count }
            guard bytes > FixedPart.unknownLimit else { continue }
            keep(
                "\(bytes) bytes of unknown content (\(JPEGMarker.name(marker))) can depend on the layout of the picture; kept "
                    + "unchanged")
        }
    }

    private mutating func keep(_ warning: String) {
        result.needsOriginal = true
        result.warnings.append(warning)
    }

    /// The application segments whose content is not read here.
    private var others: [JPEGMetadata.Segment] {
        metadata.segments.filter { (0xE0...0xEF).contains($0.marker) && $0.carrier == .other }
    }

    /// The maker of the camera, in the first Exif block.
    private var make: String? { TIFFBlock.make(of: JPEGMetadata.exifBlocks(of: metadata.segments).first?.bytes) }

    /// Segments with much content that says nothing of places in the picture: records of sensors, texts, curves.
    private static let harmless: [(marker: UInt8, identifier: String)] = [
        (0xE3, "Meta"), (0xE5, "RMETA\0"), (0xE6, "GoPro\0"), (0xE6, "EPPIM\0"), (0xE7, "\u{1A}Qualcomm"),
        (0xE7, "HUAWEI\0"), (0xE9, "Media Jukebox\0"), (0xEA, "UNICODE\0"), (0xEA, "AROT\0"), (0xEC, "Ducky"),
        (0xED, "Adobe_CM"),
    ]

    private func isHarmless(_ segment: JPEGMetadata.Segment) -> Bool {
        Self.harmless.contains { $0.marker == segment.marker && segment.payload.starts(with: $0.identifier.utf8) }
    }
}
