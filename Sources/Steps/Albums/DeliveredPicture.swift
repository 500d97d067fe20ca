package import UprightFiles
package import UprightFormats
internal import UprightRewriting

/// A picture that was delivered, on this machine or another: the part of its result that the albums need.
package struct DeliveredPicture: Sendable, Hashable {
    /// The normalized picture's absolute path.
    package var output: RawPath
    /// The location of the source: a path, or the address of an object.
    package var source: String
    /// The uniform type identifier of the content.
    package var type: String
    /// When the picture was taken, in Exif's format.
    package var captured: String?
    /// Where the picture was taken.
    package var position: Position?

    package init(output: RawPath, source: String, type: String, captured: String? = nil, position: Position? = nil) {
        self.output = output
        self.source = source
        self.type = type
        self.captured = captured
        self.position = position
    }

    /// Creates the picture in a journal row; nil if none was delivered, the file belongs to the shot of another, or it was passed
    /// on and is neither a raw file nor a video.
    package init?(_ record: PictureRecord) {
        let type = ImageType(rawValue: record.type)
        let isShown = !record.isCompanion && (!record.isUnsupported || ReadableFormats.description(of: type) != nil)
        guard let output = record.output, isShown else { return nil }
        self.init(
            output: output, source: record.source.description, type: record.type, captured: record.captured,
            position: record.latitude.flatMap { latitude in
                record.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
            })
    }
}
