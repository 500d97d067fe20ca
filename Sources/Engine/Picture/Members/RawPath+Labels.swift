package import UprightFiles

extension RawPath {
    /// The folders that can hold the labels of the pictures in this folder.
    package var labelFolders: [RawPath] { LabelFolders.labels(ofPicturesIn: components).map(joined) }

    /// The folders that can hold the pictures of the labels in this folder.
    package var pictureFolders: [RawPath] { LabelFolders.pictures(ofLabelsIn: components).map(joined) }

    private func joined(_ components: [[UInt8]]) -> RawPath {
        RawPath(bytes: (isAbsolute ? [UInt8(ascii: "/")] : []) + components.joined(separator: [UInt8(ascii: "/")]))
    }
}
