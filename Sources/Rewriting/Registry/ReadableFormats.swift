package import UprightBase
public import UprightFormats

/// The formats that are read: those of ``PictureFormats``, and others whose files are passed as they are.
public enum ReadableFormats {
    /// The formats that are read and not turned. To read another one, add it here.
    package static let others: [any ReadableFormat] =
        VideoFormat.all + RawFormat.all + [
            CanonRawFormat(), FujifilmRawFormat(), JPEGXLFormat(),
        ]

    /// Returns the description of the format of a type; nil if it is not read.
    public static func description(of type: ImageType) -> FormatDescription? {
        PictureFormats.description(of: type) ?? other(type)?.description
    }

    /// Whether files of a type are videos, which have a duration.
    public static func isVideo(_ type: ImageType) -> Bool { other(type) is VideoFormat }

    /// What a file of a type is called in messages, in the singular: `MPEG-4 video`, `Nikon raw file`.
    package static func noun(of type: ImageType) -> String {
        guard let name = description(of: type)?.name else { return type.noun }
        return name.hasSuffix("video")
            ? name : name + (PictureFormats.description(of: type) == nil ? " file" : " picture")
    }

    /// Why a file of an unsupported type is left.
    package static func refusal(of type: ImageType) -> String { "not supported: \(noun(of: type))" }

    /// Returns the format of a type that is read and not turned; nil for others.
    package static func other(_ type: ImageType) -> (any ReadableFormat)? {
        others.first { $0.description.type == type }
    }

    /// Returns the format of a file that is read and not turned; nil for other files.
    package static func other(of file: FileBytes) -> (any ReadableFormat)? {
        let start = file.bytes(min(file.count, ImageType.magicLength), at: 0)
        return start.flatMap { other(PictureFormats.identify($0)) }
    }

    /// Reads the properties of a file that is read and not turned; nil for other files.
    package static func properties(of file: FileBytes) throws(ImagePropertiesError) -> ImageProperties? {
        guard let format = other(of: file) else { return nil }
        return ImageProperties(
            try format.properties(of: file), type: format.description.type, handlers: .standard)
    }
}
