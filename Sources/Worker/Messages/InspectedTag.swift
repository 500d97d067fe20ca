package import UprightFormats

/// One Exif tag of a file, exactly: directory, number, type, count and every bit of its value.
package struct InspectedTag: Sendable, Hashable, Codable {
    /// The directory, `ExifIFD`.
    package let directory: String
    package let number: Int
    /// The number in hexadecimal, `0x829A`.
    package let hexadecimalNumber: String
    /// The name in the standard, or the number if it has none.
    package let name: String
    /// The type's name, `RATIONAL`.
    package let typeName: String
    /// The number of units of the type.
    package let count: Int
    /// The offset of the value in the block.
    package let offset: Int
    /// The units: fractions as their two numbers, text as text, bytes as data.
    package let units: PropertyValue
}
