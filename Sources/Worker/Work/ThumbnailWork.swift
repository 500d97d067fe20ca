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
        let made: Result<Thumbnail, CodecError>
        let file = try SourceFile(source)
        if let read = try file.properties() {
            var orientation = Orientation.up
            if case .success(let properties) = read { orientation = properties.orientation ?? .up }
            guard let found = try file.thumbnail(edge: edge, limits, orientation) else {
                return MadeThumbnail(reason: "the file holds no preview that can be shown")
            }
            made = found
        } else {
            switch try DescriptorWork.described(at: source, limits) {
            case .refused(let reason): return MadeThumbnail(reason: reason)
            case .bytes(let bytes): made = thumbnail(of: bytes)
            }
        }
        switch made {
        case .failure(let error): return MadeThumbnail(reason: error.description)
        case .success(let thumbnail):
            try DescriptorWork.write(thumbnail.jpeg, to: output)
            return MadeThumbnail(
                bytes: thumbnail.jpeg.count, width: thumbnail.size.width, height: thumbnail.size.height,
                colour: thumbnail.colour)
        }
    }

    private func thumbnail(of bytes: [UInt8]) -> Result<Thumbnail, CodecError> {
        do throws(CodecError) {
            guard let format = PictureFormats.format(of: bytes) else {
                let type = PictureFormats.identify(bytes).rawValue
                throw CodecError(.unsupported, "expected a \(PictureFormats.names), found \(type)")
            }
            let picture = try format.smallPicture(of: bytes, edge: edge, maximumPixels: limits.pixels)
            return .success(try Thumbnail(picture, orientation: format.displayedOrientation(of: bytes)))
        } catch { return .failure(error) }
    }
}
