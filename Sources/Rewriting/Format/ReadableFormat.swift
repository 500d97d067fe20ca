package import UprightBase
package import UprightCodecs
package import UprightFormats

/// A format of files whose metadata is read, and which are otherwise passed as they are: videos, raw files.
/// ``ReadableFormats`` lists all of them.
package protocol ReadableFormat: Sendable {
    /// What identifies the files of the format.
    var description: FormatDescription { get }

    /// Reads what the container says of its content, and extracts the metadata blocks.
    func properties(of file: FileBytes) throws(ImagePropertiesError) -> ContainerProperties

    /// Returns a JPEG that the file holds to be shown instead of it; nil if there is none that can be decoded.
    func preview(of file: FileBytes) -> [UInt8]?

    /// Decodes the first frame as it is stored; nil if there is none, or none that is decoded here.
    func frame(of file: FileBytes, edge: Int, maximumPixels: Int) throws(CodecError) -> SmallPicture?
}

extension ReadableFormat {
    package func preview(of file: FileBytes) -> [UInt8]? { nil }
    package func frame(of file: FileBytes, edge: Int, maximumPixels: Int) throws(CodecError) -> SmallPicture? { nil }

    /// Makes a thumbnail of a large enough JPEG in the file, otherwise of its first frame, otherwise of a smaller JPEG; nil if it has
    /// none of them.
    package func thumbnail(
        of file: FileBytes, edge: Int, maximumPixels: Int, _ orientation: Orientation
    ) throws(CodecError) -> Thumbnail? {
        func ofFrame() throws(CodecError) -> Thumbnail? {
            guard let frame = try frame(of: file, edge: edge, maximumPixels: maximumPixels) else { return nil }
            return try Thumbnail(frame, orientation: orientation)
        }
        guard let jpeg = preview(of: file) else { return try ofFrame() }
        let picture = try SmallPicture(jpeg: jpeg, edge: edge, maximumPixels: maximumPixels)
        if !picture.isWhole(edge) {
            do throws(CodecError) {
                if let made = try ofFrame() { return made }
            } catch {
                // The small one is something.
            }
        }
        return try Thumbnail(picture, orientation: orientation)
    }
}
