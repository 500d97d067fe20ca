package import UprightFiles

/// Makes thumbnails and reads metadata of picture files. Implementations decode them in a sandbox.
package protocol PictureViewer: Sendable {
    /// A small JPEG of the picture in a file, with no side longer than `edge` pixels; nil if it cannot be decoded.
    func thumbnail(of file: OpenFile, edge: Int) async -> GalleryThumbnail?
    /// Its bytes, if it was made before; nil if it would have to be made.
    func madeThumbnail(of file: OpenFile, edge: Int) async -> [UInt8]?
    /// A copy of a picture's file without any position, in memory; nil if one cannot be removed.
    func copyWithoutPosition(of file: OpenFile) async -> OpenFile?
    /// The video inside a picture's file (a motion photo), in memory; nil if it has none.
    func motion(in file: OpenFile) async -> OpenFile?
    /// The picture's metadata, by group and name.
    func properties(of file: OpenFile) async -> [PictureProperty]
}

/// A small picture for lists.
package struct GalleryThumbnail: Sendable, Hashable {
    package var jpeg: [UInt8]
    /// Its mean colour, red in the highest of three bytes; nil if it was made before.
    package var colour: Int?

    package init(jpeg: [UInt8], colour: Int? = nil) {
        self.jpeg = jpeg
        self.colour = colour
    }
}

/// A line of a picture's metadata.
package struct PictureProperty: Sendable, Hashable {
    /// The dictionary that contains it; empty for properties of the picture itself.
    package var group: String
    package var name: String
    package var value: String

    package init(group: String, name: String, value: String) {
        self.group = group
        self.name = name
        self.value = value
    }
}
