/// A tag, identified by its directory and number, whether it is defined or not.
public struct TagID: Sendable, Hashable, Codable {
    /// The directory of the tag.
    public let group: TagGroup
    /// The tag's number.
    public let number: UInt16

    /// Creates the tag with a number in a directory.
    public init(_ group: TagGroup, _ number: UInt16) {
        self.group = group
        self.number = number
    }

    /// Of an enumeration with texts, Swift would hash the text, for each entry several times.
    public func hash(into hasher: inout Hasher) { hasher.combine(UInt32(group.index) << 16 | UInt32(number)) }

    /// Creates a tag in a directory.
    public init(_ group: TagGroup, _ tag: TIFFTag) { self.init(group, tag.rawValue) }

    /// The tag's definition in the standard; nil if it is not in the standard.
    public var definition: TagDefinition? { TagTable.definition(of: self) }

    /// The tag's name, or its number (`0xC4A5`) if it has none. Misplaced tags have the name of their proper directory.
    public var name: String { TagTable.known(self).definition?.name ?? hexadecimalNumber }

    /// The number in the usual form: `0x0112`.
    public var hexadecimalNumber: String { tagName(number) }
}

extension TagID: CustomStringConvertible {
    /// The directory and the name: `ExifIFD:ExposureTime`.
    public var description: String { "\(group.rawValue):\(name)" }
}
