/// Where data sets keep labels apart from their pictures: `images/train/a.jpg` and `labels/train/a.txt` (Ultralytics),
/// `JPEGImages/a.jpg` and `Annotations/a.xml` (Pascal VOC).
package enum LabelFolders {
    private static let pairs = [("images", "labels"), ("images", "annotations"), ("JPEGImages", "Annotations")]

    /// The folders that can hold the labels of the pictures in a folder, the likeliest first.
    package static func labels(ofPicturesIn folder: [[UInt8]]) -> [[[UInt8]]] {
        pairs.compactMap { replacing($0.0, by: $0.1, in: folder) }
    }

    /// The folders that can hold the pictures of the labels in a folder.
    package static func pictures(ofLabelsIn folder: [[UInt8]]) -> [[[UInt8]]] {
        pairs.compactMap { replacing($0.1, by: $0.0, in: folder) }
    }

    /// Replaces the last component that has a name, as Ultralytics does.
    private static func replacing(_ name: String, by other: String, in folder: [[UInt8]]) -> [[UInt8]]? {
        guard let place = folder.lastIndex(of: Array(name.utf8)) else { return nil }
        var folder = folder
        folder[place] = Array(other.utf8)
        return folder
    }
}

extension ShotTable {
    /// The names of a picture's labels, in a folder of their own.
    package static func labelNames(of picture: [UInt8]) -> [[UInt8]] {
        likelyNames(of: picture).filter {
            kind(of: $0)?.canBeLabels == true && member($0, of: picture, output: picture) != nil
        }
    }
}
