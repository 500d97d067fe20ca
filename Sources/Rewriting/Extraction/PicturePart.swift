/// A part of a picture's file that can be taken out as a file of its own.
package enum PicturePart: String, Sendable, Hashable, Codable, CaseIterable {
    /// The thumbnail in Exif or in Photoshop's resources.
    case thumbnail
    /// The largest preview that an index or a maker note names.
    case preview
    /// The colour profile.
    case icc
    /// The XMP packet.
    case xmp
    /// The Exif block.
    case exif
    /// The video of a motion photo.
    case motion

    /// The usual extension of a file with the part.
    package var filenameExtension: String {
        switch self {
        case .thumbnail, .preview: "jpg"
        case .icc: "icc"
        case .xmp: "xmp"
        case .exif: "exif"
        case .motion: "mp4"
        }
    }

    /// What the part is, with its article.
    package var phrase: String {
        switch self {
        case .thumbnail: "a thumbnail"
        case .preview: "a preview"
        case .icc: "a colour profile"
        case .xmp: "an XMP packet"
        case .exif: "an Exif block"
        case .motion: "a video"
        }
    }
}
