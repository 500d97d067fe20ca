/// What the Exif IFD says, in Swift's types. Everything else is in ``entries``, exactly.
public struct ExifProperties: Sendable {
    private let metadata: ExifMetadata?

    init(_ metadata: ExifMetadata?) { self.metadata = metadata }

    /// Every tag of the block with its exact value; empty where there is no block.
    public var entries: [ExifEntry] { metadata?.entries ?? [] }

    /// The value of a tag of the Exif IFD, by its number.
    public subscript(number: UInt16) -> MetadataValue? { metadata?[.exif, number] }

    /// The value of a tag of the Exif IFD, by its name.
    public subscript(name: String) -> MetadataValue? {
        TagTable.tag(named: name, in: [.exif]).flatMap { metadata?[$0] }
    }

    private func text(_ number: UInt16) -> String? {
        self[number]?.text.flatMap { $0.allSatisfy { $0 == " " } ? nil : $0 }
    }
    private func rational(_ number: UInt16) -> Rational? {
        if case .rational(let values)? = self[number] { values.first } else { nil }
    }
    private func date(_ number: UInt16, _ fraction: UInt16, _ offset: UInt16) -> ExifDateTime? {
        text(number).flatMap { ExifDateTime($0, fraction: text(fraction), offset: text(offset)) }
    }

    /// When the picture was taken.
    public var dateTimeOriginal: ExifDateTime? { date(0x9003, 0x9291, 0x9011) }
    /// When the picture was digitized.
    public var dateTimeDigitized: ExifDateTime? { date(0x9004, 0x9292, 0x9012) }
    /// The exposure time in seconds.
    public var exposureTime: Rational? { rational(0x829A) }
    /// The F number.
    public var fNumber: Rational? { rational(0x829D) }
    /// The sensitivity, as `PhotographicSensitivity` gives it.
    public var photographicSensitivity: Int? { self[0x8827]?.integers?.first }
    /// The exposure bias in EV.
    public var exposureBias: SignedRational? {
        if case .signedRational(let values)? = self[0x9204] { values.first } else { nil }
    }
    /// The focal length in millimetres.
    public var focalLength: Rational? { rational(0x920A) }
    /// The focal length of a 35 mm film camera with the same view, in millimetres.
    public var focalLengthIn35mmFilm: Int? { self[0xA405]?.integers?.first }
    /// Whether the flash fired.
    public var flashFired: Bool? { self[0x9209]?.integers?.first.map { $0 & 1 == 1 } }
    /// The lens's maker.
    public var lensMake: String? { text(0xA433) }
    /// The lens's model.
    public var lensModel: String? { text(0xA434) }
    /// The camera's owner.
    public var cameraOwnerName: String? { text(0xA430) }
    /// The camera's serial number.
    public var bodySerialNumber: String? { text(0xA431) }
    /// The picture's unique identifier, 32 hexadecimal digits.
    public var imageUniqueID: String? { text(0xA420) }
    /// The user's comment.
    public var userComment: String? {
        metadata?.property(TagID(.exif, 0x9286))?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
