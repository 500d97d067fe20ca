/// The type of an image file, named by its uniform type identifier (UTI).
///
/// Types that are not known by a constant here can be named all the same; ``identify(_:)`` tells the type of a file
/// from its first bytes.
public struct ImageType: RawRepresentable, Sendable, Hashable, Codable {
    /// The uniform type identifier, `public.jpeg` for one.
    public let rawValue: String

    /// The type with the given identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// JPEG, in all its coding processes.
    public static let jpeg = ImageType(rawValue: "public.jpeg")
    /// PNG and APNG.
    public static let png = ImageType(rawValue: "public.png")
    /// GIF 87a and 89a.
    public static let gif = ImageType(rawValue: "com.compuserve.gif")
    /// Bytes that no known magic explains.
    public static let unknown = ImageType(rawValue: "public.data")
}
