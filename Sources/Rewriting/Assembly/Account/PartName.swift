public import UprightEditing

/// What a part of a file is called in the terms of its format, and which carrier of metadata it is.
public struct PartName: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name: `APP1 Exif`, `iCCP`, `Graphic Control Extension`, `trailer`.
    public let description: String
    /// The carrier of metadata that the part is; nil for all other parts.
    public let carrier: ChangeSubject.Carrier?

    /// The name of a part that is a carrier of metadata, or none.
    public init(_ description: String, carrier: ChangeSubject.Carrier? = nil) {
        self.description = description
        self.carrier = carrier
    }

    /// The bytes behind the picture.
    public static let trailer = PartName("trailer")
}
