internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension TIFFDocument {
    /// Plans what a strict strip leaves: of each directory the tags of a list, in their own length, and of each strip or tile what
    /// decoders read. The file is then written anew (``TIFFWriter``).
    ///
    /// - Parameter rules: the rules, which know what later edits set.
    mutating func writeAnew(_ rules: StripRules) throws(MetadataEditError) {
        var removed: [Change] = []
        for (index, directory) in file.directories.enumerated() where !plan.removed.contains(index) {
            let picture = pictures.first { $0.directory == index }
            guard picture != nil || !isPicture(directory), !isOfRemoved(directory) else {
                plan.removed.insert(index)
                removed.append(
                    Change(.part(directory.kind.name), from: "\(directory.entries.count) tags of no picture", to: ""))
                continue
            }
            for entry in directory.entries
            where plan.fields[index]?[entry.tag] == nil && !CanonicalTIFF.places.contains(entry.tag) {
                let kept = kept(entry, in: directory, picture, rules)
                if let value = entry.value, let kept, kept.elementsEqual(source[value]) { continue }
                plan.fields[index, default: [:]][entry.tag] = .some(kept.map { field(entry, $0) })
                removed.append(
                    Change(
                        .part("\(directory.kind.name) tag \(tagName(entry.tag))"),
                        from: "\(entry.value?.count ?? 0) bytes", to: kept.map { "\($0.count) bytes" } ?? ""))
            }
            if let picture { try cutSamples(of: picture, directory, &removed) }
            if picture == nil, isEmptied(index) { plan.removed.insert(index) }
        }
        let unlisted = file.unlisted(in: source)
        if unlisted > 0 { removed.append(Change(.part("unused"), from: "\(unlisted) bytes", to: "")) }
        changes += removed.filter { !changes.contains($0) }
        writesAnew = !removed.isEmpty || !plan.isEmpty
    }

    private func isPicture(_ directory: TIFFFile.Directory) -> Bool {
        switch directory.kind {
        case .page, .inner: true
        case .exif, .gps, .interoperability: false
        }
    }

    private func isOfRemoved(_ directory: TIFFFile.Directory) -> Bool {
        switch directory.kind {
        case .page: false
        case .inner(let parent, _), .exif(let parent), .gps(let parent), .interoperability(let parent):
            plan.removed.contains(parent)
        }
    }

    /// Whether nothing is left of a directory.
    private func isEmptied(_ index: Int) -> Bool {
        let fields = plan.fields[index] ?? [:]
        return plan.created[index] == nil && !fields.values.contains { $0 != nil }
            && file.directories[index].entries.allSatisfy {
                fields[$0.tag] != nil || CanonicalTIFF.places.contains($0.tag)
            } && file.children(of: index).isEmpty
    }

    private func field(_ entry: TIFFFile.Entry, _ bytes: [UInt8]) -> TIFFFileField {
        TIFFFileField(
            tag: entry.tag, type: entry.type, count: bytes.count / (TIFFFile.size(ofType: entry.type) ?? 1),
            bytes: bytes)
    }

    /// What stays of the values of an entry; nil if it goes.
    private func kept(
        _ entry: TIFFFile.Entry, in directory: TIFFFile.Directory, _ picture: TIFFPicture?, _ rules: StripRules
    ) -> [UInt8]? {
        guard let range = entry.value, let size = TIFFFile.size(ofType: entry.type) else { return nil }
        let value = source[range]
        let group: TagGroup =
            switch directory.kind {
            case .page, .inner: .primary
            case .exif: .exif
            case .gps: .gps
            case .interoperability: .interoperability
            }
        if let picture {
            let bits = picture.depths.max() ?? 1
            if let count = CanonicalTIFF.count(entry.tag, samples: picture.samples, bits: bits) {
                guard CanonicalTIFF.isNumeric(entry.type) else { return nil }
                let values = Array(value.prefix(count.multipliedSaturated(by: size)))
                return entry.tag == 320 && entry.type == 3 ? colors(values, of: picture) : values
            }
            switch entry.tag {
            case TIFFTag.jpegTables.rawValue: return CanonicalTIFF.jpeg(value)
            case TIFFTag.interColorProfile.rawValue: return CanonicalICC.profile(value)
            // What is left of these has been edited.
            case _ where CanonicalTIFF.blocks.contains(entry.tag): return value.isEmpty ? nil : Array(value)
            default: guard TIFFMetadata.isOfBlock(entry.tag) else { return nil }
            }
        }
        let type = TIFFFieldType(rawValue: entry.type)
        return rules.removes(TagID(group, entry.tag), type, value) ? nil : Array(value)
    }

    /// A colour map with zeros for colours that no pixel has: all red values, all green ones, all blue ones.
    private func colors(_ map: [UInt8], of picture: TIFFPicture) -> [UInt8] {
        guard let layout = picture.layout, !layout.isJPEG, layout.samples == 1, layout.bits <= 16,
            let decoded = try? picture.decoded(layout, in: source), decoded.damage == nil
        else { return map }
        var used = UsedColors()
        decoded.raster.withRows { used.insert(rows: $0, of: layout.size, bits: layout.bits) }
        return map.enumerated().map { used.contains($0 / 2 % (1 << layout.bits)) ? $1 : 0 }
    }

    /// Cuts strips and tiles where decoders stop, and removes a JPEG beside them.
    private mutating func cutSamples(
        of picture: TIFFPicture, _ directory: TIFFFile.Directory, _ removed: inout [Change]
    ) throws(MetadataEditError) {
        let lists = TIFFData.lists(of: directory, file, in: source)
        guard lists.contains(where: { $0.ranges.contains { $0 != nil } }) else {
            throw .strip("\(picture.name) has no strips or tiles that can be read, so that it cannot be written anew")
        }
        if picture.compression != TIFFData.oldJPEG {
            for tag in TIFFData.oldTags where directory.entry(tag) != nil {
                plan.fields[picture.directory, default: [:]][tag.rawValue] = .some(nil)
                removed.append(Change(.part("\(picture.name) tag \(tagName(tag.rawValue))"), from: "a JPEG", to: ""))
            }
        } else if let stream = TIFFData.stream(of: directory, file, in: source),
            let segments = try? JPEGFile.segments(of: Array(source[stream])).segments,
            let segment = segments.first(where: { JPEGMarker.isMetadata($0.marker) && $0.marker != JPEGMarker.app0 })
        {
            throw .strip("the JPEG of the old form in \(picture.name) holds metadata (\(segment.name))")
        }
        guard plan.segments[picture.directory] == nil else { return }
        let cut: [[UInt8]]
        if let name = picture.unreadCompression {
            cut = picture.segments.compactMap { WebPDocument.canonical(segment: Array(source[$0])) }
            guard cut.count == picture.segments.count else {
                throw .strip("\(picture.name): nobody here reads \(name), and anything can follow its samples")
            }
        } else if let layout = picture.layout {
            cut =
                try recoded(picture, layout)
                ?? picture.segments.enumerated().map { CanonicalTIFF.segment(source[$1], $0, layout) }
        } else {
            return
        }
        guard !zip(cut, picture.segments).allSatisfy({ $0.elementsEqual(source[$1]) }) else { return }
        let (old, new) = (picture.segments.reduce(0) { $0 + $1.count }, cut.reduce(0) { $0 + $1.count })
        plan.segments[picture.directory] = cut
        removed.append(Change(.part("\(picture.name) samples"), from: "\(old) bytes", to: "the same in \(new) bytes"))
    }

    /// The strips or tiles of a picture coded anew, if nothing else tells where their data end: CCITT's codings, LZMA, Zstandard,
    /// and JPEG with bytes in its scans that no decoder reads.
    private mutating func recoded(
        _ picture: TIFFPicture, _ layout: TIFFLayout
    ) throws(MetadataEditError) -> [[UInt8]]? {
        let isOpen: Bool
        if layout.isJPEG {
            let tables = picture.tables.map { source[$0].dropLast(2) } ?? [0xFF, JPEGMarker.soi]
            isOpen = picture.segments.contains { segment in
                guard let jpeg = try? JPEGSource(tables + source[segment].dropFirst(2)) else { return false }
                return (try? jpeg.recoded()) ?? nil != nil
            }
        } else {
            isOpen =
                [2, 3, 4, 34_925, 50_000].contains(layout.compression)
                || layout.fillOrder == 2 && layout.compression > 1
        }
        guard isOpen else { return nil }
        let reason: String
        do throws(CodecError) {
            let turned = try picture.turned(
                by: .up, in: source, limit: Limits().output.bytes(forSource: source.count))
            if layout.isJPEG { storeJPEG(turned.coded.tables, of: picture, transposes: false) }
            guard let damage = turned.damage else { return turned.coded.segments }
            reason = damage
        } catch { reason = "\(error)" }
        throw .strip("\(picture.name): its samples cannot be coded anew, and anything can follow them: \(reason)")
    }
}
