package import UprightBase
internal import UprightFormats
internal import UprightCodecs

extension TIFFDocument {
    /// Decides how each picture is to be turned, and returns the turn of the first that is.
    package mutating func orientationToApply(_ options: NormalizationOptions) -> Orientation {
        checksPixels = options.verification == .pixels
        var shown: (stated: Orientation?, size: Size) = (nil, size)
        for picture in pictures {
            let stated: Orientation?
            if picture.directory == 0 {
                stated = options.decidingOrientation(orientation?.orientation)
            } else if picture.stated == nil, isCopy(picture), hasShape(picture.size, of: shown.size) {
                // A smaller copy without an orientation is stored like its picture.
                stated = shown.stated
            } else {
                stated = picture.orientation
            }
            if !isCopy(picture) { shown = (stated, picture.size) }
            turns[picture.directory] = options.turns ? (stated ?? .up).followed(by: options.furtherTurn) : .up
        }
        // If the first page is upright, another may not be.
        return pictures.compactMap { turns[$0.directory] }.first { $0 != .up } ?? .up
    }

    /// Whether a picture shows what another one shows: a thumbnail, a mask.
    func isCopy(_ picture: TIFFPicture) -> Bool {
        if case .inner = file.directories[picture.directory].kind { return true }
        return picture.isSecondary
    }

    /// Whether a size is another one scaled.
    private func hasShape(_ size: Size, of other: Size) -> Bool {
        let (across, down) = (
            Double(size.width) / Double(max(1, other.width)), Double(size.height) / Double(max(1, other.height))
        )
        return (across - down).magnitude <= 0.05 * max(across, down)
    }

    /// Pages that are not turned are decoded only within the limits (``checkPicture(_:)``).
    package var decodedSizes: [Size] { turned.map(\.size) }

    private var turned: [TIFFPicture] { pictures.filter { (turns[$0.directory] ?? .up) != .up } }

    package func turnability(by orientation: Orientation) -> Turnability {
        for picture in turned {
            let orientation = turns[picture.directory] ?? .up
            if let obstacle = picture.obstacle(to: orientation, in: source, checksPixels: checksPixels) {
                return .copyOnly(obstacle)
            }
            let children = file.children(of: picture.directory)
            let hasNote = children.contains { $0.entry(.makerNote) != nil }
            let hasInner = children.contains { if case .inner = $0.kind { true } else { false } }
            if hasNote, hasInner {
                return .copyOnly("\(picture.name): it has a camera's maker note and further pictures, like a raw file")
            }
            if pictures.contains(where: { other in
                other.directory != picture.directory && other.segments.contains { picture.overlaps($0) }
            }) {
                return .copyOnly("\(picture.name): another picture shares its samples")
            }
            if let shared = tag(within: picture) {
                return .copyOnly("\(picture.name): the values of \(shared) lie within its samples")
            }
        }
        return .exact
    }

    /// The first tag whose values, or whose directory, have bytes in common with the samples of a picture, which a turn
    /// replaces. Only damaged files have them.
    private func tag(within picture: TIFFPicture) -> String? {
        for directory in file.directories {
            if picture.overlaps(directory.range) { return "the directory \(directory.kind.name)" }
            for entry in directory.entries where !entry.isInline {
                guard let value = entry.value, picture.overlaps(value) else { continue }
                return "\(directory.kind.name) tag \(tagName(entry.tag))"
            }
        }
        return nil
    }

    package mutating func turnMetadata(by turn: MetadataTurn) throws(PictureRefusal) {
        metadataTurn = turn
        guard turned.isEmpty else { return }
        try turnMetadata(of: 0, by: PictureTurn(.up, of: size))
    }

    /// Plans the turn of the metadata of a page.
    mutating func turnMetadata(of page: Int, by turn: PictureTurn) throws(PictureRefusal) {
        guard let given = metadataTurn else { return }
        var own = MetadataTurn(
            turn, embedded: given.embedded, compare: nil, setsInvalidOrientations: given.setsInvalidOrientations)
        own.byHand = given.byHand
        if given.labelled != nil { own.labelled = (turns[page] ?? .up).followed(by: given.byHand.inverse) }
        let metadata = TIFFMetadata(of: page, file, in: source)
        let block = metadata.block(makerNote: false)
        let exif = own.exif(block)
        record(exif)
        if exif.bytes != block {
            do throws(FormatError) { try metadata.plan(exif.bytes, makerNote: false, into: &plan) } catch {
                throw .verification("the metadata of a page cannot be read again: \(error)")
            }
        }
        for (tag, turned) in [(TIFFTag.xmlPacket, own.xmp), (.imageResources, own.photoshop)] {
            guard let old = metadata.value(tag), !old.isEmpty else { continue }
            let new = turned(old)
            record(new)
            if new.bytes != old { set(tag, new.bytes, in: page) }
        }
    }

    private mutating func record(_ turned: Turned) {
        changes += turned.changes.filter { !changes.contains($0) }
        planWarnings += turned.warnings.filter { !planWarnings.contains($0) }
        needsOriginal = needsOriginal || turned.needsOriginal
    }

    /// Sets the bytes of a tag of a page; removes it if there are none.
    mutating func set(_ tag: TIFFTag, _ bytes: [UInt8], in page: Int) {
        let old = file.directories[page].entry(tag)?.type
        let type = old.flatMap { TIFFFile.size(ofType: $0) == 1 ? $0 : nil } ?? (tag == .xmlPacket ? 1 : 7)
        plan.fields[page, default: [:]][tag.rawValue] =
            bytes.isEmpty
            ? .some(nil) : .some(TIFFFileField(tag: tag.rawValue, type: type, count: bytes.count, bytes: bytes))
    }

    package mutating func turnPicture(
        by turn: PictureTurn, _ work: PictureTurnWork
    ) throws(PictureRefusal) -> [String] {
        var damage: [String] = []
        if turns[0] == .up { try turnMetadata(of: 0, by: PictureTurn(.up, of: size)) }
        for picture in turned {
            guard let orientation = turns[picture.directory], let layout = picture.layout else { continue }
            let page = PictureTurn(orientation, of: picture.size)
            try turnMetadata(of: picture.directory, by: page)
            // The tag of a page whose other metadata overrules it is set to 1 with the metadata.
            if let entry = file.directories[picture.directory].entry(.orientation), picture.stated != 1,
                plan.fields[picture.directory]?[TIFFTag.orientation.rawValue] == nil
            {
                plan.fields[picture.directory, default: [:]][TIFFTag.orientation.rawValue] = .some(
                    TIFFFileField(.orientation, [1], type: entry.type, in: file))
            }
            do throws(CodecError) {
                let turned = try picture.turned(
                    by: orientation, in: source, limit: work.options.limits.output.bytes(forSource: source.count))
                plan.segments[picture.directory] = turned.coded.segments
                for component in turned.components {
                    isExact[component.id] = isExact[component.id] ?? true && component.isExact
                }
                if layout.isJPEG { storeJPEG(turned.coded.tables, of: picture, transposes: orientation.transposes) }
                if let found = turned.damage { damage.append("\(picture.name): \(found)") }
                if let warning = turned.warning { planWarnings.append("\(picture.name): \(warning) (libtiff)") }
            } catch { throw PictureRefusal(error, in: picture) }
            store(layout.turned(by: orientation), of: picture)
            changes.append(
                Change(
                    .pixels, from: "\(pictures.count > 1 ? picture.name + " " : "")orientation \(orientation.rawValue)",
                    to: "orientation 1"))
        }
        return damage
    }

    /// Plans the tags of a turned picture's storage.
    private mutating func store(_ layout: TIFFLayout, of picture: TIFFPicture) {
        let directory = file.directories[picture.directory]
        func set(_ tag: TIFFTag, _ value: Int) {
            guard let entry = directory.entry(tag), file.integers(entry, in: source)?.first != value else { return }
            plan.fields[picture.directory, default: [:]][tag.rawValue] = .some(
                TIFFFileField(tag, [value], type: entry.type, in: file))
        }
        set(.imageWidth, layout.size.width)
        set(.imageLength, layout.size.height)
        if let tile = layout.tile {
            set(TIFFTag(rawValue: 322), tile.width)
            set(TIFFTag(rawValue: 323), tile.height)
        } else if layout.rowsPerStrip < layout.size.height || picture.layout?.rowsPerStrip ?? 0 < picture.size.height {
            set(.rowsPerStrip, layout.rowsPerStrip)
        } else if let rows = directory.entry(.rowsPerStrip).flatMap({ file.integers($0, in: source)?.first }),
            rows < layout.size.height
        {
            set(.rowsPerStrip, layout.size.height)
        }
    }

    /// Plans the tags that JPEG streams have besides: their tables, and the sampling of chroma.
    mutating func storeJPEG(_ tables: [UInt8]?, of picture: TIFFPicture, transposes: Bool) {
        let directory = file.directories[picture.directory]
        if let entry = directory.entry(.jpegTables) {
            plan.fields[picture.directory, default: [:]][entry.tag] = .some(
                tables.map { TIFFFileField(tag: entry.tag, type: 7, count: $0.count, bytes: $0) })
        }
        if transposes, let entry = directory.entry(.yCbCrSubSampling), let factors = file.integers(entry, in: source),
            factors.count == 2, factors[0] != factors[1]
        {
            plan.fields[picture.directory, default: [:]][entry.tag] = .some(
                TIFFFileField(.yCbCrSubSampling, factors.reversed(), type: entry.type, in: file))
        }
    }

    /// Decodes the pictures if the options ask for that, or if the structure is damaged.
    ///
    /// - Returns: the damage found.
    package func checkPicture(_ options: NormalizationOptions) throws(PictureRefusal) -> [String] {
        guard options.decodesUpright(isDamaged: !file.warnings.isEmpty) else { return [] }
        return pictures.compactMap { picture in
            guard options.limits.excess(of: picture.size) == nil else { return nil }
            do throws(CodecError) {
                return try picture.damage(in: source).map { "\(picture.name): \($0)" }
            } catch {
                guard error.kind == .undecodable else { return nil }
                return "\(picture.name): \(error)"
            }
        }
    }
}

extension TIFFPicture {
    /// Whether a range has a byte in common with the samples.
    fileprivate func overlaps(_ range: Range<Int>) -> Bool { segments.contains { $0.overlaps(range) } }
}

extension PictureRefusal {
    /// The refusal of a page that libtiff does not decode or encode.
    fileprivate init(_ error: CodecError, in picture: TIFFPicture) {
        let text = "\(picture.name): \(error)"
        switch error.kind {
        case .undecodable: self = .undecodable(text)
        case .unsupported: self = .unsupported(text)
        case .unencodable, .tooLarge: self = .unencodable(text)
        case .outOfMemory: self = .memory(text)
        }
    }
}
