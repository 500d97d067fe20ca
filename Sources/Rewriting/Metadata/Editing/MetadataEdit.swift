public import UprightMetadata

/// One edit of a file's metadata: set, remove or rename, in Exif (with GPS), IPTC or XMP.
///
/// Make edits with the factory functions, which check values against what the standards allow, and apply them with
/// ``MetadataEditor``.
public struct MetadataEdit: Sendable, Hashable, Codable {
    /// What is done.
    public enum Action: Sendable, Hashable, Codable {
        /// Sets an Exif tag to an exact value.
        case setExif(TagID, MetadataValue)
        /// Sets an Exif tag to a text behind a character code, which is encoded in the file's byte order.
        case setExifText(TagID, String)
        /// Sets an Exif tag to a value whose bytes, of type UNDEFINED, depend on the file's byte order.
        case setExifOrdered(TagID, bigEndian: MetadataValue, littleEndian: MetadataValue)
        /// Removes an Exif tag.
        case removeExif(TagID)
        /// Moves an Exif tag's value to another tag.
        case renameExif(TagID, to: TagID)
        /// Removes a directory with all its tags: GPS, the interoperability or the Exif IFD.
        case removeDirectory(TagGroup)
        /// Sets an IPTC data set: to several values where there may be several.
        case setIPTC(record: UInt8, number: UInt8, [String])
        /// Removes all IPTC data sets of a number.
        case removeIPTC(record: UInt8, number: UInt8)
        /// Gives all IPTC data sets of a number another number.
        case renameIPTC(record: UInt8, number: UInt8, toRecord: UInt8, toNumber: UInt8)
        /// Sets an XMP property.
        case setXMP(XMPName, XMPNode)
        /// Sets fields of the structure, or of the first structure of the list, that an XMP property is; a field that is
        /// set to nothing is removed, and the others stay.
        case setXMPFields(XMPName, [XMPProperty])
        /// Removes an XMP property.
        case removeXMP(XMPName)
        /// Removes every XMP property, and every field of one, that holds a position on the earth.
        case removeXMPPositions
        /// Removes the XMP packet with all that is in it, readable or not.
        case removeXMPPacket
        /// Gives an XMP property another name.
        case renameXMP(XMPName, to: XMPName)
    }

    /// When an edit is made.
    public enum Condition: String, Sendable, Hashable, Codable {
        /// In every file.
        case always
        /// Only where the tag is missing or blank: what stands is never overwritten.
        case whereBlank
        /// Only where the tag is there: to keep a copy of a value in step.
        case wherePresent
        /// Only in a file that has a block of that kind, and where the tag is missing or blank.
        case whereBlankInBlock
        /// Only in a file that has a block of that kind.
        case whereBlock
    }

    /// What is done.
    public var action: Action
    /// When it is done.
    public var condition: Condition

    /// An edit under a condition.
    ///
    /// Nothing is checked here: use the factory functions for values that come from people.
    public init(_ action: Action, when condition: Condition = .always) {
        self.action = action
        self.condition = condition
    }

    /// The same edit under another condition.
    public func when(_ condition: Condition) -> MetadataEdit { MetadataEdit(action, when: condition) }
}
