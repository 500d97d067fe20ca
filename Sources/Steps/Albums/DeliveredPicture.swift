public import UprightFiles
public import UprightGeodata
internal import UprightJournal

/// A picture that was delivered, on this machine or another: the part of its result that the albums need.
public struct DeliveredPicture: Sendable, Hashable {
    /// The normalized picture's absolute path.
    public var output: RawPath
    /// The location of the source: a path, or the address of an object.
    public var source: String
    /// The uniform type identifier of the content.
    public var type: String
    /// When the picture was taken, in Exif's format.
    public var captured: String?
    /// Where the picture was taken.
    public var position: Position?

    /// Creates a picture.
    public init(output: RawPath, source: String, type: String, captured: String? = nil, position: Position? = nil) {
        self.output = output
        self.source = source
        self.type = type
        self.captured = captured
        self.position = position
    }

    /// Creates the picture in a journal row; nil if none was delivered, or a file that is no picture was passed on.
    init?(_ record: PictureRecord) {
        guard let output = record.output, !record.isOther else { return nil }
        self.init(
            output: output, source: record.source.description, type: record.type, captured: record.captured,
            position: record.latitude.flatMap { latitude in
                record.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
            })
    }
}
