package import UprightFormats
package import UprightRewriting
package import UprightFiles
internal import UprightPlaces
package import UprightWorker

/// A picture as the steps see it: its facts, and the edits to make.
package struct StepPicture: Sendable {
    /// The type that the picture's magic bytes show.
    package let type: ImageType
    /// Where and when the picture was taken, according to its metadata and the step `time`.
    package internal(set) var facts: PictureFacts
    /// The picture's folder, open, to find sidecars in; nil for a picture in memory.
    package let folder: OpenFolder?
    /// The picture's name in that folder, as bytes.
    package let name: [UInt8]
    /// The configured source folder of the picture (`folders[].source`).
    package let source: String
    /// The folder's path below that source; empty for the source itself.
    package var subfolder = RawPath("")
    /// The picture's file, open for reading; nil if no step may read it.
    package var content: OpenFile?
    /// When the file was last changed, in nanoseconds since 1970; nil if that says nothing.
    package var modified: Int64?
    /// The delivery that the file is, if its original has left. ``name`` is that of the original.
    package var delivered: Delivered?
    /// The names of sidecars in the folder that came with another picture of the same name, and are not read for this one.
    package var otherSidecars: Set<[UInt8]> = []

    /// An output that is worked on because its original has left.
    package struct Delivered: Sendable {
        /// The output's name in its folder, where its sidecars are.
        package var name: [UInt8]
        /// The SHA-256 of the original (32 bytes).
        package var sha256: [UInt8]

        package init(name: [UInt8], sha256: [UInt8]) { (self.name, self.sha256) = (name, sha256) }
    }

    /// The name that sidecars in the folder go by.
    var sidecarSubject: [UInt8] { delivered?.name ?? name }

    /// Where the picture was taken, according to its metadata and the steps; nil if that is unknown. Later steps and albums
    /// use it, whether or not the output has it.
    package var position: Position?
    /// The position that must read back from the output, if there are edits; nil for any. A step that removes the position
    /// sets it to nil.
    package var writtenPosition: Position?
    /// When the picture was taken by local clocks, if that is known of other sources than its metadata, or better; it is not
    /// written into the picture.
    package var foundDate: CaptureDate?
    /// Whether a place is not written because the geocoder has given no answer (``PlaceFallback/wait``).
    package internal(set) var owesPlace = false
    /// The edits to make, in order.
    package var edits: [MetadataEdit] = []
    /// The edits that the user asked for by value (`set`). They are made again after a strip, so that it leaves them.
    package var explicitEdits: [MetadataEdit] = []
    /// What the steps have found out, for the report: where a time comes from.
    package var findings: [Change] = []
    /// Where the output goes, according to the step `rename`; nil for the source's own path.
    package var placement: Placement?
    /// Warnings for the user about how the edits were found.
    package var warnings: [String] = []
    /// What the edits write (``Step/subject``).
    package internal(set) var subjects: [String] = []
    var requirements: [Requirement] = []

    /// Creates a picture without edits, at the position in its facts.
    package init(type: ImageType, facts: PictureFacts, folder: OpenFolder?, name: [UInt8], source: String) {
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

    /// When the picture was taken, according to its metadata and the steps; nil if that is unknown.
    package var date: CaptureDate? { foundDate ?? facts.date }

    /// Sets when the picture was taken, as its output will say.
    mutating func setDate(_ date: CaptureDate) { (facts.date, foundDate) = (date, nil) }

    /// Returns the place to write for the picture's position; nil if there is none, or none yet.
    mutating func place(by geocoding: Geocoding) async -> Place? {
        guard let position else { return nil }
        let found = await geocoding.placeToWrite(at: position)
        owesPlace = owesPlace || found.isOwed
        return found.place
    }

    /// Sets the picture's position, and adds the edits that write it.
    ///
    /// - Parameters:
    ///   - time: when the receiver was there (UTC, seconds since 1970); nil if that is unknown.
    ///   - overwrites: whether to replace a GPS time that the picture has.
    package mutating func setPosition(_ position: Position, time: Double? = nil, overwrites: Bool = false) {
        edits +=
            MetadataEdit.position(
                latitude: DecimalDegrees.text(position.latitude), longitude: DecimalDegrees.text(position.longitude),
                altitude: position.altitude.map(DecimalDegrees.text), type: type) ?? []
        if let time {
            edits += MetadataEdit.gpsTime(time, type: type, when: overwrites ? .always : .whereBlank)
        }
        self.position = position
        writtenPosition = position
        addSubject("the position")
    }
}
