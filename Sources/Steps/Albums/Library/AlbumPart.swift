package import UprightFiles

/// A file of a shot besides its picture that can be seen: the raw file of a JPEG, the video of a Live Photo.
package struct AlbumPart: Sendable, Hashable {
    /// What a part is to its picture.
    package struct Kinds: OptionSet, Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The camera's raw file.
        package static let raw = Kinds(rawValue: 1)
        package static let video = Kinds(rawValue: 2)
    }

    /// The file's absolute path, which is its key.
    package var path: RawPath
    package var picture: RawPath

    package init(path: RawPath, picture: RawPath) {
        self.path = path
        self.picture = picture
    }

    /// What it is by its name; empty if it is not shown.
    package var kind: Kinds {
        switch ShotTable.kind(of: path.name) {
        case .raw: .raw
        case .video: .video
        default: []
        }
    }
}
