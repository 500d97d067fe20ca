internal import UprightFormats
internal import UprightBase

extension MetadataTurn {
    /// Turns an Exif block: the TIFF block without the `Exif\0\0` before it.
    ///
    /// - Parameter limit: the maximum length of the block in bytes; a thumbnail that would not fit is dropped with a
    ///   warning. JPEG: 65,527. Default: none.
    public func exif(_ tiff: [UInt8], limit: Int? = nil) -> Turned {
        do throws(FormatError) {
            var editor = ExifTurnEditor(block: try TIFFBlock(parsing: tiff), metadata: self, limit: limit)
            editor.turnPictures()
            editor.setOrientations()
            editor.exchangePairs()
            editor.moveSubjects()
            editor.turnPreviews()
            editor.nameMakerNotePlaces()
            let warnings = (editor.block.warnings + editor.warnings).map { "exif: " + $0 }
            var turned = Turned(bytes: editor.block.bytes, changes: editor.changes, warnings: warnings)
            turned.needsOriginal = editor.needsOriginal
            return turned
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
    var needsOriginal = false

    var turn: PictureTurn { metadata.turn }

    /// Moves the area and location of the main subject.
    mutating func moveSubjects() {
        guard turn.orientation != .up else { return }
        move(.subjectArea, as: "SubjectArea", counts: 2...4)
        move(.subjectLocation, as: "SubjectLocation", counts: 2...2)
    }

    /// Warns of values in the maker note that have a place in the picture.
    mutating func nameMakerNotePlaces() {
        guard turn.orientation != .up, let note = block.entry(.makerNote, in: .exif)?.value else { return }
        let make = block.entry(.make, in: .primary).flatMap { block.text($0) }
        let names = MakerNotePlaces.names(note, in: block, make: make.map { String(decoding: $0, as: UTF8.self) })
        guard !names.isEmpty else { return }
        warnings.append(
            "the maker note places \(names.joined(separator: ", ")) in the picture as it was stored; kept unchanged")
    }

    private mutating func move(_ tag: TIFFTag, as name: String, counts: ClosedRange<Int>) {
        guard let entry = block.entry(tag, in: .exif), let values = block.integers(entry) else { return }
        let declared = declaredSize
        guard counts.contains(values.count),
            let moved = turn.subject(values, in: turn.frame(declared: declared, holding: values))
        else {
            // Cameras that do not know the subject write zeros.
            if values.contains(where: { $0 != 0 }) {
                warnings.append("\(name) \(values) is not within the picture; kept unchanged")
            }
            return
        }
        guard moved != values else { return }
        guard block.patch(entry, with: moved) else {
            warnings.append("\(name) \(moved) does not fit its type; kept unchanged")
            return
        }
        changes.append(Change(.exif(name), from: text(values), to: text(moved)))
    }

    /// The size that the block gives for the picture, before the turn.
    private var declaredSize: Size? {
        guard let width = block.integer(.pixelXDimension, in: .exif),
            let height = block.integer(.pixelYDimension, in: .exif)
        else { return nil }
        return Size(width: width, height: height)
    }

    private func text(_ values: [Int]) -> String { values.map { String($0) }.joined(separator: " ") }
}
