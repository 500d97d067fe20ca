public import UprightMetadata

/// One Exif tag of a file, exactly: directory, number, type, count and every bit of its value.
public struct InspectedTag: Sendable, Hashable, Codable {
    /// The directory, `ExifIFD`.
    public let directory: String
    /// The number.
    public let number: Int
    /// The number in hexadecimal, `0x829A`.
    public let hexadecimalNumber: String
    /// The name in the standard, or the number if it has none.
    public let name: String
    /// The type's name, `RATIONAL`.
    public let typeName: String
    /// The number of units of the type.
    public let count: Int
    /// The offset of the value in the block.
    public let offset: Int
    /// The units: fractions as their two numbers, text as text, bytes as data.
    public let units: PropertyValue
}
