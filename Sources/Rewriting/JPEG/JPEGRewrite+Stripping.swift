internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata

extension JPEGRewrite {
    /// Removes the parts of the file that the blocks of Exif, XMP and IPTC do not cover: comments, vendors' segments,
    /// resources, content credentials, the pictures and videos after the primary picture.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        try stripSegments(rules)
        try stripPhotoshop(rules)
        try stripFollowing(rules)
    }

    /// Segments that hold positions by what their vendors wrote into them.
    private static let located: [(marker: UInt8, label: String)] = [
        (JPEGMarker.app6, "GoPro"), (JPEGMarker.app1, "FLIR"), (0xE5, "RMETA"),
    ]

    private mutating func stripSegments(_ rules: StripRules) throws(MetadataEditError) {
        let reason = rules.strip.reason
        var replacements: [Int: SegmentReplacement] = [:]
        let extended = extendedNames
        for (place, segment) in segments.enumerated() {
            let name = segment.carrier.name(marker: segment.marker)
            let isDropped: Bool
            switch segment.carrier {
            case .exif: isDropped = (try? TIFFBlock(parsing: Array(segment.payload.dropFirst(6)))) == nil
            case .extendedXMP:
                // Pieces that the packet does not name are read by some programs, and by nobody as a whole.
                isDropped = rules.isStrict || !extended.contains(Array(segment.payload.dropFirst(35).prefix(32)))
            case .jumbf: isDropped = true
            case .jfxx: isDropped = rules.isStrict || rules.isHeld(by: Array(segment.payload))
            case .jfif, .xmp, .mpf, .icc, .gainMap, .photoshop, .adobe: isDropped = false
            case .other: isDropped = try removes(segment, name, rules)
            }
            guard isDropped else { continue }
            replacements[place] = .dropped(reason)
            editChanges.append(Change(.part(name), from: "\(segment.payload.count) bytes", to: ""))
        }
        replace(replacements, byOrigin: false)
    }

    /// The digests of extended packets that standard packets name.
    private var extendedNames: Set<[UInt8]> {
        Set(
            segments.filter { $0.carrier == .xmp }.compactMap { segment in
                let packet = Array(segment.payload.dropFirst(JPEGCarrier.xmp.signature.count))
                return (try? XMPMetadata(parsing: packet))?["xmpNote:HasExtendedXMP"]?.text.map { Array($0.utf8) }
            })
    }

    private func removes(
        _ segment: Segment, _ name: String, _ rules: StripRules
    ) throws(MetadataEditError) -> Bool {
        let payload = segment.payload
        if payload.starts(with: JPEGCarrier.overwrittenXMPSignature) { return false }
        if segment.marker == JPEGMarker.com {
            if rules.keeps(.jpegComment) { return false }
            return rules.isStrict || rules.isHeld(by: Array(payload))
        }
        guard (0xE0...0xEF).contains(segment.marker) else { return false }
        if Self.located.contains(where: { $0.marker == segment.marker && payload.starts(with: $0.label.utf8) }) {
            return true
        }
        let byte = source.file.segments[segment.origin].range.lowerBound
        return try rules.removesUnknown(Array(payload), "\(name) at byte \(byte)")
    }

    private mutating func stripPhotoshop(_ rules: StripRules) throws(MetadataEditError) {
        let signature = JPEGCarrier.photoshop.signature
        let places = segments.indices.filter { segments[$0].carrier == .photoshop }
        guard let last = places.last else { return }
        func block(_ place: Int) -> [UInt8] { Array(segments[place].payload.dropFirst(signature.count)) }
        let edits = [MetadataEdit.strip(rules.strip)]
        var replacements: [Int: SegmentReplacement] = [:]
        if places.allSatisfy({ PhotoshopResources(parsing: block($0)).warnings.isEmpty }) {
            for place in places {
                let edit = try IPTCEditing.edited(block(place), edits)
                guard !edit.changes.isEmpty else { continue }
                editChanges += edit.changes.filter { !editChanges.contains($0) }
                replacements[place] =
                    edit.bytes.isEmpty ? .dropped(rules.strip.reason) : .payloads([signature + edit.bytes])
            }
        } else {
            // A block that was too large for one segment continues in the next.
            let edit = try IPTCEditing.edited(places.flatMap { block($0) }, edits)
            guard !edit.changes.isEmpty else { return }
            editChanges += edit.changes
            let room = Self.payloadLimit - signature.count
            let pieces = stride(from: 0, to: edit.bytes.count, by: room).map {
                signature + edit.bytes[$0..<min($0 + room, edit.bytes.count)]
            }
            for place in places.dropLast() { replacements[place] = .dropped(rules.strip.reason) }
            replacements[last] = pieces.isEmpty ? .dropped(rules.strip.reason) : .payloads(pieces)
        }
        replace(replacements, byOrigin: false)
    }

    /// Strips the pictures after the primary one, and what is between them.
    private mutating func stripFollowing(_ rules: StripRules) throws(MetadataEditError) {
        let changes = try following.strip(rules)
        guard !changes.isEmpty else { return }
        editChanges += changes
        // The new lengths go into the XMP packet that lists the pictures.
        var current = JPEGMetadataTurn()
        if let (segment, _) = following.source.container,
            let own = segments.first(where: { $0.origin == segment && $0.carrier == .xmp })
        {
            current.segments[segment] = .payloads([own.payload])
            following.updateContainer(in: &current)
            replace(current.segments)
        }
    }
}
