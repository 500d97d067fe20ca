/// Shows what is in picture files. Whoever implements it decodes them where they can do no harm.
public protocol PictureViewer: Sendable {
    /// A small JPEG of the picture in a file, no side longer than `edge` pixels; nil where it cannot be shown.
    func thumbnail(of path: String, edge: Int) async -> [UInt8]?
    /// What the picture's metadata say, by group and name.
    func properties(of path: String) async -> [PictureProperty]
}

/// A line of a picture's metadata.
public struct PictureProperty: Sendable, Hashable {
    /// The dictionary that it is in; empty for the picture's own.
    public var group: String
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String

    /// A line.
    public init(group: String, name: String, value: String) {
        self.group = group
        self.name = name
        self.value = value
    }
}
