public import UprightFiles

/// Makes thumbnails and reads metadata of picture files. Implementations decode them in a sandbox.
public protocol PictureViewer: Sendable {
    /// A small JPEG of the picture in a file, with no side longer than `edge` pixels; nil if it cannot be decoded.
    func thumbnail(of file: OpenFile, edge: Int) async -> [UInt8]?
    /// The same, if it was made before; nil if it would have to be made.
    func madeThumbnail(of file: OpenFile, edge: Int) async -> [UInt8]?
    /// The picture's metadata, by group and name.
    func properties(of file: OpenFile) async -> [PictureProperty]
}

/// A line of a picture's metadata.
public struct PictureProperty: Sendable, Hashable {
    /// The dictionary that contains it; empty for properties of the picture itself.
    public var group: String
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String

    /// Creates a line.
    public init(group: String, name: String, value: String) {
        self.group = group
        self.name = name
        self.value = value
    }
}
