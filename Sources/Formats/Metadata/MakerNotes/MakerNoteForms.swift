/// The form of a maker's note: how to recognize it, where its directory is, what offsets count from, and its tables.
///
/// Sources: ExifTool, `MakerNotes.pm`; Exiv2, `makernote_int.cpp` and the lists of tags.
struct MakerNoteForms: Sendable {
    let key: String
    /// The first bytes of the note; a point is any byte.
    let signature: [UInt8]
    /// The prefix of `Make`, for notes without a signature.
    let make: String
    /// The offset of the directory in the note.
    let offset: Int
    /// The place in the note from which offsets count; nil if they count from the block.
    let base: Int?
    /// The offset of the note's own byte order; nil if it has the block's.
    let mark: Int?
    /// The byte order of a note that is a record; nil for a directory.
    let record: TIFFByteOrder?
    /// The file of the tables: `canon`.
    let file: String
    /// The table of the note's own directory or record.
    let section: String

    init(
        _ key: String, _ signature: String = "", make: String = "", at offset: Int = 0,
        relative isRelative: Bool = false, base: Int? = nil, mark: Int? = nil, record: TIFFByteOrder? = nil,
        tables file: String, _ section: String = "main"
    ) {
        self.key = key
        self.signature = Array(signature.utf8)
        self.make = make
        self.offset = offset
        self.base = base ?? (isRelative ? 0 : nil)
        self.mark = mark
        self.record = record
        self.file = file
        self.section = section
    }

    /// What the values of a note say together, for a model of the camera.
    func finish(_ properties: inout [String: PropertyValue], model: String) {
        switch file {
        case "canon": CanonMakerNote.finish(&properties, model: model)
        case "nikon": NikonMakerNote.finish(&properties)
        case "olympus": OlympusMakerNote.finish(&properties)
        case "ricoh": RicohMakerNote.finish(&properties)
        case "sony": SonyMakerNote.finish(&properties)
        default: break
        }
    }

    /// The tables, which are read when a note of the form is.
    var tables: MakerNoteTables { MakerNoteTables.of(file) }

    func matches(_ note: ArraySlice<UInt8>, make: String) -> Bool {
        note.count >= signature.count && zip(signature, note).allSatisfy { $0 == UInt8(ascii: ".") || $0 == $1 }
            && make.uppercased().hasPrefix(self.make.uppercased())
    }

    static let nikon = MakerNoteForms("{MakerNikon}", tables: "nikon")
    static let fujifilm = MakerNoteForms("{MakerFuji}", tables: "fujifilm")

    /// The forms, in the order in which they are tried.
    static let all: [MakerNoteForms] = [
        MakerNoteForms("{MakerOlympus}", "OLYMPUS\0", at: 12, relative: true, mark: 8, tables: "olympus"),
        MakerNoteForms("{MakerOlympus}", "OM SYSTEM\0", at: 16, relative: true, mark: 12, tables: "olympus"),
        MakerNoteForms("{MakerOlympus}", "OLYMP\0", at: 8, tables: "olympus"),
        MakerNoteForms("{MakerOlympus}", "EPSON\0", at: 8, tables: "olympus"),
        MakerNoteForms("{MakerMinolta}", "MINOL\0", at: 8, tables: "olympus"),
        MakerNoteForms("{MakerMinolta}", "CAMER\0", at: 8, tables: "olympus"),
        MakerNoteForms("{MakerPanasonic}", "Panasonic\0", at: 12, tables: "panasonic"),
        MakerNoteForms("{MakerSony}", "SONY DSC \0", at: 12, tables: "sony"),
        MakerNoteForms("{MakerSony}", "SONY CAM \0", at: 12, tables: "sony"),
        MakerNoteForms("{MakerSony}", "SONY MOBILE", at: 12, tables: "sony"),
        MakerNoteForms("{MakerSony}", "\0\0SONY PIC\0", at: 12, tables: "sony"),
        MakerNoteForms("{MakerSony}", "VHAB     \0", at: 12, tables: "sony"),
        MakerNoteForms("{MakerSony}", "SONY PI\0", at: 12, tables: "olympus"),
        MakerNoteForms("{MakerSony}", "PREMI\0", at: 8, tables: "olympus"),
        MakerNoteForms("{MakerPentax}", "AOC\0", at: 6, tables: "pentax"),
        MakerNoteForms("{MakerPentax}", "PENTAX \0", at: 10, relative: true, mark: 8, tables: "pentax"),
        MakerNoteForms("{MakerPentax}", "RICOH\0II", at: 8, relative: true, mark: 6, tables: "pentax"),
        MakerNoteForms("{MakerPentax}", "RICOH\0MM", at: 8, relative: true, mark: 6, tables: "pentax"),
        MakerNoteForms("{MakerReconyx}", "RECONYXUF\0", record: .littleEndian, tables: "reconyx", "UltraFire"),
        MakerNoteForms("{MakerReconyx}", "RECONYXH2\0", record: .littleEndian, tables: "reconyx", "HyperFire2"),
        MakerNoteForms("{MakerReconyx}", "\u{1}", make: "RECONYX", record: .littleEndian, tables: "reconyx"),
        MakerNoteForms("{MakerRicoh}", "Ricoh", at: 8, tables: "ricoh"),
        MakerNoteForms("{MakerRicoh}", "RICOH", at: 8, tables: "ricoh"),
        MakerNoteForms("{MakerRicoh}", "      ", make: "RICOH", at: 8, tables: "ricoh"),
        MakerNoteForms("{MakerNikon}", "Nikon\0\u{1}", at: 8, tables: "nikon", "coolpix"),
        MakerNoteForms("{MakerSanyo}", "SANYO\0", at: 8, tables: "sanyo"),
        MakerNoteForms("{MakerSigma}", "SIGMA\0", at: 10, tables: "sigma"),
        MakerNoteForms("{MakerSigma}", "FOVEON\0", at: 10, tables: "sigma"),
        MakerNoteForms("{MakerCasio}", "QVC\0", at: 6, tables: "casio", "type2"),
        MakerNoteForms("{MakerCasio}", "DCI\0", at: 6, tables: "casio", "type2"),
        MakerNoteForms("{MakerKodak}", "........Eastman Kodak", record: .bigEndian, tables: "kodak", "type2"),
        MakerNoteForms(
            "{MakerKodak}", "IIII\u{2}\0", make: "Eastman Kodak", record: .littleEndian, tables: "kodak", "type9"),
        MakerNoteForms(
            "{MakerKodak}", "IIII\u{3}\0", make: "Eastman Kodak", record: .littleEndian, tables: "kodak", "type9"),
        MakerNoteForms("{MakerKodak}", "KDK INFO", at: 8, record: .bigEndian, tables: "kodak"),
        MakerNoteForms("{MakerKodak}", "KDK", at: 8, record: .littleEndian, tables: "kodak"),
        MakerNoteForms("{MakerLeica}", "LEICA\0\0\0", make: "Leica Camera", at: 8, base: 8, tables: "leica", "M8"),
        MakerNoteForms("{MakerPanasonic}", "LEICA\0\0\0", at: 8, tables: "panasonic"),
        MakerNoteForms("{MakerPanasonic}", "LEICA CAMERA AG\0", at: 18, tables: "panasonic"),
        MakerNoteForms("{MakerLeica}", "LEICA0", at: 8, relative: true, tables: "leica", "M9"),
        MakerNoteForms("{MakerLeica}", "LEICA\0\u{2}", at: 8, tables: "leica", "S"),
        MakerNoteForms("{MakerLeica}", "LEICA\0\u{8}", at: 8, tables: "leica", "X"),
        MakerNoteForms("{MakerLeica}", "LEICA\0\t", at: 8, tables: "leica", "X"),
        MakerNoteForms("{MakerLeica}", "LEICA", at: 8, relative: true, tables: "leica", "X"),
        // The block of a raw file that holds nothing but the note.
        MakerNoteForms(
            "{MakerCanon}", "II*\0\u{8}\0\0\0", make: "Canon", at: 8, relative: true, mark: 0, tables: "canon"),
        MakerNoteForms("{MakerCanon}", make: "Canon", tables: "canon"),
        MakerNoteForms("{MakerMinolta}", make: "Minolta", tables: "minolta"),
        MakerNoteForms("{MakerMinolta}", make: "Konica Minolta", tables: "minolta"),
        MakerNoteForms("{MakerNikon}", make: "NIKON", tables: "nikon"),
        MakerNoteForms("{MakerSamsung}", make: "SAMSUNG", relative: true, tables: "samsung"),
        MakerNoteForms("{MakerSony}", make: "SONY", tables: "sony"),
        MakerNoteForms("{MakerCasio}", make: "CASIO", tables: "casio"),
        MakerNoteForms("{MakerFLIR}", make: "FLIR Systems", tables: "flir"),
        MakerNoteForms("{MakerDJI}", make: "DJI", tables: "dji"),
        MakerNoteForms("{MakerLeica}", make: "Leica Camera", tables: "leica", "R"),
        MakerNoteForms("{MakerPentax}", make: "Asahi", tables: "pentax", "optio"),
    ]
}
