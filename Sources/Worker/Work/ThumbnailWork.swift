internal import UprightBase
internal import UprightCodecs
internal import UprightFormats
package import UprightRewriting

/// Makes the thumbnail of a file through descriptors.
package struct ThumbnailWork: Sendable {
    /// The maximum length of a side in pixels.
    package let edge: Int
    /// The limits above which files are refused.
    package let limits: Limits

    package init(edge: Int, limits: Limits) {
        self.edge = edge
        self.limits = limits
    }

    /// Decodes the file open at `source` and writes a JPEG thumbnail into the empty file open at `output`.
    package func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> MadeThumbnail {
        let bytes: [UInt8]
        // The orientation of the file around a preview.
        var outer: Orientation?
        let file = try SourceFile(source)
        if let read = try file.properties() {
            guard let preview = try file.preview() else {
                return MadeThumbnail(reason: "the file holds no preview that can be shown")
            }
            bytes = preview
            outer = .up
            if case .success(let properties) = read { outer = properties.orientation ?? .up }
        } else {
            switch try DescriptorWork.described(at: source, limits) {
            case .refused(let reason): return MadeThumbnail(reason: reason)
            case .bytes(let read): bytes = read
            }
        }
        let thumbnail: Thumbnail
        do throws(CodecError) {
            guard let format = PictureFormats.format(of: bytes) else {
                let type = PictureFormats.identify(bytes).rawValue
                return MadeThumbnail(reason: "expected a \(PictureFormats.names), found \(type)")
            }
            thumbnail = try Thumbnail(
                format.smallPicture(of: bytes, edge: edge, maximumPixels: limits.pixels),
                orientation: outer ?? format.displayedOrientation(of: bytes))
        } catch {
            return MadeThumbnail(reason: error.description)
        }
        try DescriptorWork.write(thumbnail.jpeg, to: output)
        return MadeThumbnail(
            bytes: thumbnail.jpeg.count, width: thumbnail.size.width, height: thumbnail.size.height,
            colour: thumbnail.colour)
    }
}
