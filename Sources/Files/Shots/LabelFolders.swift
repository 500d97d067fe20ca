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

    /// The folders of masks, each with that of its pictures: `masks/a.png` for `images/a.jpg`.
    private static let masks =
        [("images", "masks"), ("JPEGImages", "SegmentationClass"), ("JPEGImages", "SegmentationObject")] + pairs

    /// The names without extensions, with their folders, that the picture of a mask can have: that of `images/a.png` and `a.png` for
    /// `masks/a.png`, that of `a.png` for `a_mask.png`. Empty for a file that no layout takes for a mask.
    package static func pictures(ofMask path: [[UInt8]]) -> [[[UInt8]]] {
        guard let name = path.last, case let (stem, suffix?) = NumberedName.split(name),
            ShotTable.lowercased(suffix) == "png"
        else { return [] }
        let folder = Array(path.dropLast())
        var folders = masks.compactMap { replacing($0.1, by: $0.0, in: folder) }
        if folder.last == Array("masks".utf8) { folders.append(folder.dropLast()) }
        var stems = folders.isEmpty ? [] : [stem]
        let ending = Array("_mask".utf8)
        if stem.count > ending.count, stem.suffix(ending.count).elementsEqual(ending) {
            stems.append(stem.dropLast(ending.count))
        }
        return (folders.isEmpty ? [folder] : folders).flatMap { folder in stems.map { folder + [$0] } }
    }

    /// Replaces the last component that has a name, as Ultralytics does.
    private static func replacing(_ name: String, by other: String, in folder: [[UInt8]]) -> [[UInt8]]? {
        guard let index = folder.lastIndex(of: Array(name.utf8)) else { return nil }
        var folder = folder
        folder[index] = Array(other.utf8)
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
