internal import UprightCodecs
internal import UprightFormats

extension GIFDocument {
    /// Removes comments, vendors' extensions and the bytes after the end. The XMP packets are edited afterwards.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        for (index, block) in file.blocks.enumerated() where blocks[index]?.isEmpty != true {
            if rules.isStrict, blocks[index] == nil, let canonical = canonical(block) {
                guard !canonical.elementsEqual(source[block.range]) else { continue }
                changes.append(
                    Change(
                        .part(block.name), from: "\(block.range.count) bytes",
                        to: canonical.isEmpty ? "" : "\(canonical.count) bytes"))
                replace(index, with: canonical, canonical.isEmpty ? .dropped : .patched)
                continue
            }
            guard try removes(block, rules) else {
                cutCaption(block, index, rules)
                continue
            }
            changes.append(Change(.part(block.name), from: "\(block.range.count) bytes", to: ""))
            replace(index, with: [], .dropped)
        }
        if rules.isStrict { clearUnusedColors() }
        if !file.trailer.isEmpty, !dropsTrailer,
            try rules.removesUnknown(Array(source[file.trailer]), "the \(file.trailer.count) bytes after the end")
        {
            changes.append(Change(.part("trailer"), from: "\(file.trailer.count) bytes", to: ""))
            dropsTrailer = true
        }
    }

    /// Makes colours that no pixel has black.
    private mutating func clearUnusedColors() {
        var shared = UsedColors()
        shared.insert(file.screen.backgroundIndex)
        // Readers give it to pixels that no frame covers.
        var transparent: UInt8?
        for (index, block) in file.blocks.enumerated() where blocks[index]?.isEmpty != true {
            if case .graphicControl(let control) = block.content { transparent = control.transparentIndex }
            guard case .image(let image) = block.content else { continue }
            var used = UsedColors()
            if let transparent { used.insert(transparent) }
            // Nobody can say which colours a frame has that cannot be decoded.
            if let decoded = try? GIFRaster.decode(image, in: source, filling: 0) {
                used.insert(decoded.raster.pixels)
            } else {
                used = .all
            }
            transparent = nil
            guard image.palette != nil else {
                shared.formUnion(used)
                continue
            }
            var bytes = blocks[index] ?? Array(source[block.range])
            // The descriptor is before its table (GIF89a, 20 and 21).
            guard used.clear(&bytes, 10..<10 + 3 << (Int(bytes[9] & 7) + 1)) else { continue }
            changes.append(Change(.part(block.name), from: "colours of no pixel", to: ""))
            replace(index, with: bytes, .patched)
        }
        guard let palette = file.screen.palette, shared.clear(&head, palette) else { return }
        changes.append(Change(.part("Logical Screen"), from: "colours of no pixel", to: ""))
    }

    /// Application extensions that render the picture: loops, and the colour profile.
    private static let rendering: Set<String> = ["NETSCAPE", "ANIMEXTS", "ICCRGBG1"]

    /// Returns what a strict strip writes for a block that renders the picture, in the form of its standard; empty if it goes, nil
    /// for a block that others decide about.
    private func canonical(_ block: GIFBlock) -> [UInt8]? {
        let bytes = source[block.range]
        switch block.content {
        case .padding, .plainText: return []
        case .end: return Array(bytes.prefix(1))
        case .graphicControl where bytes.count != 8:
            return bytes.count > 8 ? bytes.prefix(2) + [4] + bytes.dropFirst(3).prefix(4) + [0] : []
        case .image(let image): return GIFCodedData.cut(Array(bytes), of: image, at: block.range.lowerBound)
        case .application(let application):
            if case .plain(let range)? = application.xmp {
                return source[range].isEmpty ? [] : Self.extension(of: Array(source[range]), isPlain: true)
            }
            guard application.xmp == nil else { return nil }
            let data = block.data(in: source)
            // The name and the number of loops (GIF89a, 26, and Netscape's extension).
            let loops = [UInt8](data.dropFirst(11))
            switch application.identifier {
            case "NETSCAPE2.0", "ANIMEXTS1.0":
                guard loops.count >= 3, loops[0] & 7 == 1 else { return [] }
                return bytes.prefix(14) + [3, 1, loops[1], loops[2], 0]
            case "ICCRGBG1012":
                guard let profile = CanonicalICC.profile(loops) else { return [] }
                return profile == loops
                    ? Array(bytes) : bytes.prefix(14) + GIFSubBlocks.serialized(profile)
            default: return nil
            }
        default: return nil
        }
    }

    /// Takes values that are removed elsewhere out of a comment that stays.
    private mutating func cutCaption(_ block: GIFBlock, _ index: Int, _ rules: StripRules) {
        guard case .comment = block.content, !rules.keeps(.gifComment) else { return }
        let text = TextEncoding.lenient(block.data(in: source).prefix { $0 != 0 })
        let rest = rules.caption(text)
        guard rest != text else { return }
        changes.append(Change(.part(block.name), from: text, to: rest ?? ""))
        let new = rest.map { [0x21, 0xFE] + GIFSubBlocks.serialized(Array($0.utf8)) } ?? []
        replace(index, with: new, new.isEmpty ? .dropped : .patched)
    }

    private func removes(_ block: GIFBlock, _ rules: StripRules) throws(MetadataEditError) -> Bool {
        let data = block.data(in: source)
        switch block.content {
        case .image, .graphicControl, .plainText, .end, .padding: return false
        case .comment where rules.keeps(.gifComment): return false
        case .comment: return rules.isStrict || rules.isHeld(byText: data)
        case .application(let application):
            if application.xmp != nil { return false }
            if !rules.isStrict, Self.rendering.contains(String(application.identifier.prefix(8))) { return false }
            if application.identifier.hasPrefix("C2PA") { return true }
        case .unknown: break
        }
        return try rules.removesUnknown(data, "\(block.name) at byte \(block.range.lowerBound)")
    }
}
