/// The values of the Exif IFD as Swift types. ``entries`` has all of them exactly.
public struct ExifProperties: Sendable {
    private let metadata: ExifMetadata?

    private let handlers: TagHandlers

    init(_ metadata: ExifMetadata?, handlers: TagHandlers = .standard) {
        self.metadata = metadata
        self.handlers = handlers
    }

    /// Every tag of the block with its exact value; empty if there is no block.
    public var entries: [ExifEntry] { metadata?.entries ?? [] }

    /// The value of a tag of the Exif IFD, by its number.
    public subscript(number: UInt16) -> MetadataValue? { metadata?[.exif, number] }

    /// The value of a tag of the Exif IFD, by its name.
    public subscript(name: String) -> MetadataValue? {
        handlers.tag(named: name, in: [.exif]).flatMap { metadata?[$0] }
    }

    /// Returns the value of a tag by its name, decoded by the tag's handler: of the Exif IFD, IFD0 or the GPS IFD, or
    /// `MakerCanon:LensModel` from the maker note.
    public func property(_ name: String) -> PropertyValue? {
        if let colon = name.firstIndex(of: ":"), name.hasPrefix("Maker") {
            guard let note = metadata?.makerNote(handlers: handlers), note.key == "{\(name[..<colon])}" else {
                return nil
            }
            return note.properties[String(name[name.index(after: colon)...])]
        }
        guard let tag = handlers.tag(named: name, in: [.exif, .primary, .gps, .interoperability]) else { return nil }
        return metadata?.property(tag, handlers: handlers)
    }

    private subscript(tag: TIFFTag) -> MetadataValue? { self[tag.rawValue] }
    private func text(_ tag: TIFFTag) -> String? {
        self[tag]?.textUnlessBlank
    }
    private func rational(_ tag: TIFFTag) -> Rational? {
        if case .rational(let values)? = self[tag] { values.first } else { nil }
    }
    private func date(_ tag: TIFFTag, _ fraction: TIFFTag, _ offset: TIFFTag) -> ExifDateTime? {
        text(tag).flatMap { ExifDateTime($0, fraction: text(fraction), offset: text(offset)) }
    }

    /// When the picture was taken.
    public var dateTimeOriginal: ExifDateTime? { date(.dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal) }
    /// When the picture was digitized.
    public var dateTimeDigitized: ExifDateTime? { date(.dateTimeDigitized, .subSecTimeDigitized, .offsetTimeDigitized) }
    /// The exposure time in seconds.
    public var exposureTime: Rational? { rational(.exposureTime) }
    /// The F number.
    public var fNumber: Rational? { rational(.fNumber) }
    /// The sensitivity in `PhotographicSensitivity`.
    public var photographicSensitivity: Int? { self[.photographicSensitivity]?.integers?.first }
    /// The exposure bias in EV.
    public var exposureBias: SignedRational? {
        if case .signedRational(let values)? = self[.exposureBiasValue] { values.first } else { nil }
    }
    /// The focal length in millimetres.
    public var focalLength: Rational? { rational(.focalLength) }
    /// The focal length in millimetres that gives the same view on 35 mm video.
    public var focalLengthIn35mmFilm: Int? { self[.focalLengthIn35mmFilm]?.integers?.first }
    /// Whether the flash fired.
    public var flashFired: Bool? { self[.flash]?.integers?.first.map { $0 & 1 == 1 } }
    /// The lens's maker.
    public var lensMake: String? { text(.lensMake) }
    /// The lens's model.
    public var lensModel: String? { text(.lensModel) }
    /// The camera's owner.
    public var cameraOwnerName: String? { text(.cameraOwnerName) }
    /// The camera's serial number.
    public var bodySerialNumber: String? { text(.bodySerialNumber) }
    /// The picture's unique identifier, 32 hexadecimal digits.
    public var imageUniqueID: String? { text(.imageUniqueID) }
    /// The user's comment.
    public var userComment: String? {
        metadata?.property(TagID(.exif, .userComment))?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
