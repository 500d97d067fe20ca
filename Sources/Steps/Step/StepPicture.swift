public import UprightContainers
public import UprightEditing
public import UprightFiles
public import UprightWorker
public import UprightGeodata

/// A picture on its way through the steps: what is known of it, and what is to be written into it.
public struct StepPicture: Sendable {
    /// The type that its magic bytes say.
    public let type: ImageType
    /// Where and when it was taken, as its metadata say.
    public let facts: PictureFacts
    /// The folder that it lies in, open; sidecars are reached from there. Nil for a picture that lies in none.
    public let folder: OpenFolder?
    /// Its name in that folder, as bytes.
    public let name: [UInt8]
    /// The configured source folder that it came through (`folders[].source`).
    public let source: String

    /// The position that it has when the edits are made; nil for none.
    public var position: Position?
    /// What is to be written into it, in this order.
    public var edits: [MetadataEdit] = []
    /// What the user should know of how it was found.
    public var warnings: [String] = []

    /// A picture without edits, at its own position.
    public init(type: ImageType, facts: PictureFacts, folder: OpenFolder?, name: [UInt8], source: String) {
        self.type = type
        self.facts = facts
        self.folder = folder
        self.name = name
        self.source = source
        position = facts.latitude.flatMap { latitude in
            facts.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
        }
    }

    /// Gives the picture a position.
    public mutating func place(at position: Position) {
        edits +=
            MetadataEdit.position(
                latitude: DecimalDegrees.text(position.latitude), longitude: DecimalDegrees.text(position.longitude),
                altitude: position.altitude.map(DecimalDegrees.text), type: type) ?? []
        self.position = position
    }

    /// Whether what was written reads back as it was meant, to a hundredth of a second of arc.
    public func isHeld(by facts: PictureFacts) -> Bool {
        guard let position else { return true }
        guard let latitude = facts.latitude, let longitude = facts.longitude else { return false }
        return abs(latitude - position.latitude) < 3e-6 && abs(longitude - position.longitude) < 3e-6
    }
}
