public import UprightFormats

/// One edit of a file's metadata: set, remove or rename, in Exif (with GPS), IPTC or XMP.
///
/// Create edits with the factory functions, which check values against the standards, and apply them with
/// ``MetadataEditor``.
public struct MetadataEdit: Sendable, Hashable, Codable {
    /// The action of an edit.
    public enum Action: Sendable, Hashable, Codable {
        /// Sets an Exif tag to an exact value.
        case setExif(TagID, MetadataValue)
        /// Sets an Exif tag to text after a character code, encoded in the file's byte order.
        case setExifText(TagID, String)
        /// Sets an Exif tag to a value of type UNDEFINED whose bytes depend on the file's byte order.
        case setExifOrdered(TagID, bigEndian: MetadataValue, littleEndian: MetadataValue)
        /// Overwrites a value of a maker's notes, in either byte order.
        case setMakerNote(String, UInt16, bigEndian: MetadataValue, littleEndian: MetadataValue)
        /// Removes an Exif tag.
        case removeExif(TagID)
        /// Moves an Exif tag's value to another tag.
        case renameExif(TagID, to: TagID)
        /// Removes a directory with all its tags: the GPS, interoperability or Exif IFD.
        case removeDirectory(TagGroup)
        /// Sets an IPTC data set to one value, or to several if it is repeatable.
        case setIPTC(record: UInt8, number: UInt8, [String])
        /// Removes values from an IPTC data set that can repeat, and then appends those that it lacks.
        case changeIPTCList(record: UInt8, number: UInt8, removing: [String], adding: [String])
        /// Removes all IPTC data sets with a number.
        case removeIPTC(record: UInt8, number: UInt8)
        /// Renumbers all IPTC data sets with a number.
        case renameIPTC(record: UInt8, number: UInt8, toRecord: UInt8, toNumber: UInt8)
        /// Sets an XMP property.
        case setXMP(XMPName, XMPNode)
        /// Sets fields in an XMP property that is a structure, or in the first structure of a list. A field with a
        /// blank value is removed; other fields stay.
        case setXMPFields(XMPName, [XMPProperty])
        /// Removes values from an XMP property that is a list, and then appends those that it lacks.
        case changeXMPList(XMPName, removing: [String], adding: [String])
        /// Removes an XMP property.
        case removeXMP(XMPName)
        /// Sets the texts that a container holds under a name; without texts, removes them.
        case setTexts(PictureText, [String])
        /// Removes texts that a container holds under a name, and then appends those that it lacks.
        case changeTexts(PictureText, removing: [String], adding: [String])
        /// Removes a kind of metadata from every carrier of the file.
        case strip(MetadataStrip)
        /// Removes the XMP packet with its whole content, readable or not.
        case removeXMPPacket
        /// Renames an XMP property.
        case renameXMP(XMPName, to: XMPName)
    }

    /// The condition of an edit.
    public enum Condition: String, Sendable, Hashable, Codable {
        /// In every file.
        case always
        /// Only if the value is missing or blank: an existing value is never overwritten.
        case whereBlank
        /// Only if the value is present: keeps copies consistent.
        case wherePresent
        /// Only in a file that has a block of that kind, and if the value is missing or blank.
        case whereBlankInBlock
        /// Only in a file that has a block of that kind.
        case whereBlock
    }

    /// The formats in which an edit is made.
    public enum Formats: String, Sendable, Hashable, Codable {
        /// All formats.
        case all
        /// Formats that hold Exif.
        case withExif
        /// Formats that do not hold Exif, such as GIF.
        case withoutExif

        /// Whether the edit is made in a format.
        func include(exif holdsExif: Bool) -> Bool {
            switch self {
            case .all: true
            case .withExif: holdsExif
            case .withoutExif: !holdsExif
            }
        }
    }

    /// What the edit does.
    public var action: Action
    /// When the edit is made.
    public var condition: Condition
    /// Where the edit is made.
    public var formats: Formats

    /// Creates an edit with a condition.
    ///
    /// This checks nothing: use the factory functions for user input.
    public init(_ action: Action, when condition: Condition = .always, in formats: Formats = .all) {
        self.action = action
        self.condition = condition
        self.formats = formats
    }

    /// Returns the same edit with another condition.
    public func when(_ condition: Condition) -> MetadataEdit { MetadataEdit(action, when: condition, in: formats) }

    /// Returns the same edit for some formats only.
    public func only(in formats: Formats) -> MetadataEdit { MetadataEdit(action, when: condition, in: formats) }
}
