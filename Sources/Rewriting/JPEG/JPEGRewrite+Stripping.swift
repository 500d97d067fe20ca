internal import UprightCodecs
internal import UprightFormats

extension JPEGRewrite {
    /// Removes the parts of the file that the blocks of Exif, XMP and IPTC do not cover: comments, vendors' segments,
    /// resources, content credentials, the pictures and videos after the primary picture.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        try stripSegments(rules)
        if rules.isStrict {
            try recode()
            tidy(rules)
        }
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
            if segment.marker == JPEGMarker.com, let text = caption(of: segment, rules) {
                replacements[place] = text.isEmpty ? .dropped(reason) : .payloads([text])
                editChanges.append(
                    Change(.part(name), from: "\(segment.payload.count) bytes", to: "\(text.count) bytes"))
                continue
            }
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

    /// Returns a comment that stays without the values that are removed elsewhere; nil if it holds none.
    private func caption(of segment: Segment, _ rules: StripRules) -> [UInt8]? {
        guard !rules.isStrict, !rules.isHeld(byText: segment.payload) else { return nil }
        let text = TextEncoding.lenient(segment.payload.prefix { $0 != 0 })
        let rest = rules.caption(text)
        return rest == text ? nil : Array((rest ?? "").utf8)
    }

    /// Fewer symbols without a use hold nothing that says something; encoders differ in a few.
    private static let shortestText = 8

    /// Codes the scans anew if bytes that no decoder reads can be in them or in their tables.
    private mutating func recode() throws(MetadataEditError) {
        guard newImage == nil else { return }
        // Decoders refuse tables and headers that go on behind their content.
        let bytes = source.file.segments.filter { !JPEGMarker.isMetadata($0.marker) }.flatMap {
            CanonicalJPEG.segment($0, in: source.bytes)
        }
        do throws(PictureRefusal) {
            guard let coded = try ((try? JPEGSource(bytes)) ?? source).recoded(unused: Self.shortestText) else {
                return
            }
            let old = source.file.segments.reduce(0) { $0 + $1.entropyCoded.count }
            recode(as: coded.encoded)
            planWarnings += coded.warnings
            editChanges.append(
                Change(.part("scans"), from: "\(old) bytes", to: "the same picture in \(coded.encoded.count) bytes"))
        } catch { throw .strip("its coded data cannot be written anew: \(error)") }
    }

    /// Writes what stays in its canonical form: fixed parts in their own length, tables and frames without a tail, nothing
    /// between segments.
    private mutating func tidy(_ rules: StripRules) {
        var replacements = profileReplacements
        if let index = following.source.index {
            following.source.clearIndex(CanonicalJPEG.multiPicture(index.mpf.bytes))
        }
        var hasJFIF = false
        for (place, segment) in segments.enumerated() {
            var payload: [UInt8]?
            switch segment.carrier {
            case .jfif, .adobe, .gainMap:
                payload = CanonicalJPEG.payload(segment.carrier, segment.payload)
                if segment.carrier == .jfif {
                    if hasJFIF { payload = nil }
                    hasJFIF = true
                }
            case .mpf:
                let index = following.source.index
                let isRead = index == nil || index?.segment == segment.origin
                payload = isRead ? CanonicalJPEG.payload(.mpf, segment.payload) : nil
            case .exif: payload = JPEGCarrier.exif.signature + segment.payload.dropFirst(6)
            default: continue
            }
            guard payload != segment.payload else { continue }
            replacements[place] = payload.map { .payloads([$0]) } ?? .dropped(rules.strip.reason)
        }
        for (place, replacement) in replacements.sorted(by: { $0.key < $1.key }) {
            let segment = segments[place]
            let count: Int = if case .payloads(let new) = replacement { new.reduce(0) { $0 + $1.count } } else { 0 }
            editChanges.append(
                Change(
                    .part(segment.carrier.name(marker: segment.marker)), from: "\(segment.payload.count) bytes",
                    to: count == 0 ? "" : "\(count) bytes"))
        }
        replace(replacements, byOrigin: false)
        guard newImage == nil else {
            // The new image has no such segments, and those that no decoder reads stay behind.
            isTidied = true
            return
        }
        let unused = CanonicalJPEG.unusedTables(of: source.file, in: source.bytes)
        for (index, segment) in source.file.segments.enumerated() {
            let isMetadata = JPEGMarker.isMetadata(segment.marker)
            let canonical = CanonicalJPEG.segment(segment, in: source.bytes, without: unused[index] ?? [])
            let isKept =
                isMetadata
                ? segment.range.lowerBound == segment.markerOffset
                : canonical.elementsEqual(source.bytes[segment.range])
            if isKept { continue }
            isTidied = true
            editChanges.append(
                Change(
                    .part(segment.name), from: "bytes beyond its content at byte \(segment.range.lowerBound)", to: ""))
        }
    }

    /// The segments of the colour profile, in the length that its header gives. Pieces of no profile go.
    private var profileReplacements: [Int: SegmentReplacement] {
        let places = segments.indices.filter { segments[$0].carrier == .icc }
        guard !places.isEmpty else { return [:] }
        let head = JPEGCarrier.icc.signature.count
        let reason = "it belongs to no colour profile"
        // Readers sort the pieces by their numbers, and take the first of each.
        var pieces: [UInt8: Int] = [:]
        for place in places.reversed() where segments[place].payload.count > head + 2 {
            pieces[segments[place].payload[head]] = place
        }
        let ordered = pieces.sorted { $0.key < $1.key }.map(\.value)
        let joined = ordered.flatMap { segments[$0].payload.dropFirst(head + 2) }
        guard let profile = CanonicalICC.profile(joined), let first = ordered.first else {
            return Dictionary(uniqueKeysWithValues: places.map { ($0, .dropped(reason)) })
        }
        if profile.elementsEqual(joined), ordered.count == places.count { return [:] }
        let room = Self.payloadLimit - head - 2
        let starts = Array(stride(from: 0, to: profile.count, by: room))
        let payloads = starts.enumerated().map { number, start in
            JPEGCarrier.icc.signature + [UInt8(clamping: number + 1), UInt8(clamping: starts.count)]
                + profile[start..<min(start + room, profile.count)]
        }
        var replacements: [Int: SegmentReplacement] = Dictionary(
            uniqueKeysWithValues: places.map { ($0, .dropped(reason)) })
        replacements[first] = .payloads(payloads)
        return replacements
    }

    private func removes(
        _ segment: Segment, _ name: String, _ rules: StripRules
    ) throws(MetadataEditError) -> Bool {
        let payload = segment.payload
        if payload.starts(with: JPEGCarrier.overwrittenXMPSignature) { return false }
        if segment.marker == JPEGMarker.com {
            if rules.keeps(.jpegComment) { return false }
            return rules.isStrict || rules.isHeld(byText: payload)
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
