public import UprightContainers
public import UprightEditing
internal import UprightRewriting
public import UprightFiles
public import UprightWorker
public import UprightGeodata

/// A picture as the steps see it: its facts, and the edits to make.
public struct StepPicture: Sendable {
    /// The type that the picture's magic bytes show.
    public let type: ImageType
    /// Where and when the picture was taken, according to its metadata.
    public let facts: PictureFacts
    /// The picture's folder, open, to find sidecars in; nil for a picture in memory.
    public let folder: OpenFolder?
    /// The picture's name in that folder, as bytes.
    public let name: [UInt8]
    /// The configured source folder of the picture (`folders[].source`).
    public let source: String
    /// The names of sidecars in the folder that came with another picture of the same name, and are not read for this one.
    public var otherSidecars: Set<[UInt8]> = []

    /// Where the picture was taken, according to its metadata and the steps; nil if that is unknown. Later steps and albums
    /// use it, whether or not the output has it.
    public var position: Position?
    /// The position that must read back from the output, if there are edits; nil for any. A step that removes the position
    /// sets it to nil.
    public var writtenPosition: Position?
    /// When the picture was taken, by local clocks, according to a sidecar, if its metadata do not say; in Exif's format
    /// (`2024:05:06 07:08:09`). It is not written into the picture.
    public var captured: String?
    /// The offset of ``captured`` from UTC, in Exif's format (`+02:00`).
    public var capturedOffset: String?
    /// The edits to make, in order.
    public var edits: [MetadataEdit] = []
    /// Warnings for the user about how the edits were found.
    public var warnings: [String] = []
    /// What the edits write (``Step/subject``).
    public internal(set) var subjects: [String] = []
    var requirements: [Requirement] = []

    /// Creates a picture without edits, at the position in its facts.
    public init(type: ImageType, facts: PictureFacts, folder: OpenFolder?, name: [UInt8], source: String) {
        self.type = type
        self.facts = facts
        self.folder = folder
        self.name = name
        self.source = source
        position = facts.latitude.flatMap { latitude in
            facts.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
        }
        writtenPosition = position
    }

    /// Sets the picture's position, and adds the edits that write it.
    ///
    /// - Parameters:
    ///   - time: when the receiver was there (UTC, seconds since 1970); nil if that is unknown.
    ///   - overwrites: whether to replace a GPS time that the picture has.
    public mutating func place(at position: Position, time: Double? = nil, overwrites: Bool = false) {
        edits +=
            MetadataEdit.position(
                latitude: DecimalDegrees.text(position.latitude), longitude: DecimalDegrees.text(position.longitude),
                altitude: position.altitude.map(DecimalDegrees.text), type: type) ?? []
        if let time {
            edits += MetadataEdit.gpsTime(time, type: type, when: overwrites ? .always : .whereBlank)
        }
        self.position = position
        writtenPosition = position
        note("the position")
    }
}
