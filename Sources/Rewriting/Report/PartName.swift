/// The name of a part of a file in the terms of its format, and the metadata carrier that the part is, if any.
public struct PartName: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name: `APP1 Exif`, `iCCP`, `Graphic Control Extension`, `trailer`.
    public let description: String
    /// The metadata carrier that the part is; nil for all other parts.
    public let carrier: ChangeSubject.Carrier?

    /// Creates the name of a part; `carrier` is nil unless the part carries metadata.
    public init(_ description: String, carrier: ChangeSubject.Carrier? = nil) {
        self.description = description
        self.carrier = carrier
    }

    /// The bytes after the picture.
    public static let trailer = PartName("trailer")
}
