internal import UprightGeometry
internal import UprightMetadata

extension MetadataTurn {
    /// Turns an Exif block: the TIFF block without the `Exif\0\0` before it.
    ///
    /// - Parameter limit: The most bytes that the block may grow to; a thumbnail that would not fit is dropped with a
    ///   warning. JPEG: 65,527. Default: none.
    public func exif(_ tiff: [UInt8], limit: Int? = nil) -> Turned {
        do throws(TIFFError) {
            var editor = ExifTurnEditor(block: try TIFFBlock(parsing: tiff), metadata: self, limit: limit)
            editor.turnThumbnail()
            editor.neutralizeOrientations()
            editor.exchangePairs()
            editor.moveSubjects()
            editor.warnOfPreviews()
            let warnings = (editor.block.warnings + editor.warnings).map { "exif: " + $0 }
            return Turned(bytes: editor.block.bytes, changes: editor.changes, warnings: warnings)
        } catch {
            return Turned(bytes: tiff, warnings: ["exif: \(error)"])
        }
    }
}

/// Edits one Exif block.
struct ExifTurnEditor {
    var block: TIFFBlock
    let metadata: MetadataTurn
    let limit: Int?
    var changes: [Change] = []
    var warnings: [String] = []

    init(block: TIFFBlock, metadata: MetadataTurn, limit: Int?) {
        self.block = block
        self.metadata = metadata
        self.limit = limit
    }

    var turn: PictureTurn { metadata.turn }

    /// Exchanges what is said once for each axis.
    mutating func exchangePairs() {
        guard turn.orientation.transposes else { return }
        exchangeSizes(.imageWidth, .imageLength, in: .primary, names: ("ImageWidth", "ImageLength"))
        exchangeSizes(.pixelXDimension, .pixelYDimension, in: .exif, names: ("PixelXDimension", "PixelYDimension"))
        exchangeSizes(
            .relatedImageWidth, .relatedImageLength, in: .interoperability,
            names: ("RelatedImageWidth", "RelatedImageLength"))
        exchange(.xResolution, .yResolution, in: .primary, as: ("XResolution", "YResolution"))
        exchange(
            .focalPlaneXResolution, .focalPlaneYResolution, in: .exif,
            as: ("FocalPlaneXResolution", "FocalPlaneYResolution"))
    }

    /// Exchanges a width and a height where they are those of this picture.
    private mutating func exchangeSizes(
        _ x: TIFFTag, _ y: TIFFTag, in kind: TIFFDirectory.Kind, names: (String, String)
    ) {
        guard let a = block.entry(x, in: kind), let b = block.entry(y, in: kind), let width = block.integer(a),
            let height = block.integer(b), width != height
        else { return }
        let size = Size(width: width, height: height)
        guard size == turn.storedSize else {
            if size != turn.uprightSize, width > 0, height > 0 {
                warnings.append(
                    "\(names.0) and \(names.1) say \(width)×\(height), the picture has \(turn.storedSize.width)×"
                        + "\(turn.storedSize.height): left as they are")
            }
            return
        }
        if !(block.patch(a, with: [height]) && block.patch(b, with: [width])) {
            block.patch(a, with: [width])
            block.exchangeValues(a, b)
        }
        changes.append(Change(.exif(names.0), from: String(width), to: String(height)))
        changes.append(Change(.exif(names.1), from: String(height), to: String(width)))
    }

    /// Exchanges the values of two tags, where they differ.
    mutating func exchange(_ x: TIFFTag, _ y: TIFFTag, in kind: TIFFDirectory.Kind, as names: (String, String)) {
        guard let a = block.entry(x, in: kind), let b = block.entry(y, in: kind), a.value != nil, b.value != nil
        else { return }
        let (first, second) = (describe(a), describe(b))
        guard first.value != second.value else { return }
        block.exchangeValues(a, b)
        changes.append(Change(.exif(names.0), from: first.text, to: second.text))
        changes.append(Change(.exif(names.1), from: second.text, to: first.text))
    }

    /// An entry's number, to be compared, and as text.
    private func describe(_ entry: TIFFEntry) -> (value: Double, text: String) {
        if let fraction = block.rationals(entry)?.first {
            let value = fraction.denominator == 0 ? 0 : Double(fraction.numerator) / Double(fraction.denominator)
            return (value, "\(fraction.numerator)/\(fraction.denominator)")
        }
        if let integer = block.integer(entry) { return (Double(integer), String(integer)) }
        let value = block.floats(entry)?.first ?? 0
        return (value, String(value))
    }

    /// Moves the main subject's area and location.
    mutating func moveSubjects() {
        guard turn.orientation != .up else { return }
        move(.subjectArea, as: "SubjectArea", counts: 2...4)
        move(.subjectLocation, as: "SubjectLocation", counts: 2...2)
    }

    private mutating func move(_ tag: TIFFTag, as name: String, counts: ClosedRange<Int>) {
        guard let entry = block.entry(tag, in: .exif), let values = block.integers(entry) else { return }
        let declared = declaredSize
        guard counts.contains(values.count),
            let moved = turn.subject(values, in: turn.frame(declared: declared, holding: values))
        else {
            // All zero is how cameras say that they do not know.
            if values.contains(where: { $0 != 0 }) {
                warnings.append("\(name) \(values) is not within the picture: left as it is")
            }
            return
        }
        guard moved != values else { return }
        guard block.patch(entry, with: moved) else {
            warnings.append("\(name) \(moved) does not fit its type: left as it is")
            return
        }
        changes.append(Change(.exif(name), from: text(values), to: text(moved)))
    }

    /// The size that the block gives for the picture, before it is turned.
    private var declaredSize: Size? {
        guard let width = block.integer(.pixelXDimension, in: .exif),
            let height = block.integer(.pixelYDimension, in: .exif)
        else { return nil }
        return Size(width: width, height: height)
    }

    private func text(_ values: [Int]) -> String { values.map { String($0) }.joined(separator: " ") }

    /// Names the pictures in a maker's own data, which nobody else can move.
    mutating func warnOfPreviews() {
        guard turn.orientation != .up, let note = block.entry(.makerNote, in: .exif).flatMap({ block.valueBytes($0) })
        else { return }
        var position = note.startIndex
        while position + 1024 < note.endIndex, let found = note[position...].firstIndex(of: 0xFF) {
            if note[found...].starts(with: [0xFF, 0xD8, 0xFF, 0xDB]) {
                warnings.append("MakerNote holds a preview at offset \(found), which cannot be turned: kept")
                return
            }
            position = found + 1
        }
    }
}
