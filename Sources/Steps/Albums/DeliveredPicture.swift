public import UprightFiles
public import UprightGeodata
internal import UprightJournal

/// A picture that was delivered, here or elsewhere: what the albums need of its result.
public struct DeliveredPicture: Sendable, Hashable {
    /// The normalized picture's absolute path.
    public var output: RawPath
    /// Where its source is: a path, or the address of an object.
    public var source: String
    /// The uniform type identifier of its content.
    public var type: String
    /// When it was taken, as Exif writes it.
    public var captured: String?
    /// Where it was taken.
    public var position: Position?

    /// A picture.
    public init(output: RawPath, source: String, type: String, captured: String? = nil, position: Position? = nil) {
        self.output = output
        self.source = source
        self.type = type
        self.captured = captured
        self.position = position
    }

    /// The picture that a row of the journal speaks of; nil where none was delivered.
    init?(_ record: PictureRecord) {
        guard let output = record.output else { return nil }
        self.init(
            output: output, source: record.source.description, type: record.type, captured: record.captured,
            position: record.latitude.flatMap { latitude in
                record.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
            })
    }
}
