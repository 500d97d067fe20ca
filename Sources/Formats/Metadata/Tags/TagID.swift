/// A tag, named by its directory and its number, so that any tag can be spoken of.
public struct TagID: Sendable, Hashable, Codable {
    /// The directory that the tag stands in.
    public let group: TagGroup
    /// The tag's number.
    public let number: UInt16

    /// The tag with a number in a directory.
    public init(_ group: TagGroup, _ number: UInt16) {
        self.group = group
        self.number = number
    }

    /// A tag in a directory.
    public init(_ group: TagGroup, _ tag: TIFFTag) { self.init(group, tag.rawValue) }

    /// What the standard says about the tag; nil for one it does not have.
    public var definition: TagDefinition? { TagTable.definition(of: self) }

    /// The tag's name, or its number, `0xC4A5`, where it has none. Misplaced tags have the name that they are known by.
    public var name: String { TagTable.known(self).definition?.name ?? hexadecimalNumber }

    /// The number as it is usually written: `0x0112`.
    public var hexadecimalNumber: String { tagName(number) }
}

extension TagID: CustomStringConvertible {
    /// The directory and the name: `ExifIFD:ExposureTime`.
    public var description: String { "\(group.rawValue):\(name)" }
}
