/// The type of an image file, named by its uniform type identifier (UTI).
///
/// Any identifier can be used, with or without a constant here; ``identify(_:)`` finds the type of a file from its
/// first bytes.
public struct ImageType: RawRepresentable, Sendable, Hashable, Codable {
    /// The uniform type identifier, for example `public.jpeg`.
    public let rawValue: String

    /// Creates the type with the given identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// JPEG, in all its coding processes.
    public static let jpeg = ImageType(rawValue: "public.jpeg")
    /// PNG and APNG.
    public static let png = ImageType(rawValue: "public.png")
    /// GIF 87a and 89a.
    public static let gif = ImageType(rawValue: "com.compuserve.gif")
    /// An XMP packet in a file of its own: a sidecar.
    package static let xmp = ImageType(rawValue: "com.adobe.xmp")
    /// Bytes with no known magic.
    public static let unknown = ImageType(rawValue: "public.data")
}

extension ImageType: CustomStringConvertible {
    /// The uniform type identifier.
    public var description: String { rawValue }
}
