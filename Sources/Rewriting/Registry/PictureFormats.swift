internal import UprightCodecs
public import UprightFormats

/// The formats that are handled. Everything that depends on the format of a file asks this list.
public enum PictureFormats {
    /// All formats. To handle another one, add it here.
    package static let all: [any PictureFormat] =
        [JPEGFormat(), PNGFormat(), GIFFormat(), WebPFormat(), TIFFFormat()] + HEIFFormat.all

    /// The version of libtiff, which is loaded and not linked; nil if it is not installed.
    package static var libtiffVersion: String? { TIFFCodec.version }

    /// The version of libde265, which is loaded and not linked; nil if it is not installed.
    package static var libde265Version: String? { HEVCPicture.version }

    /// The descriptions of all formats.
    public static let descriptions = all.map(\.description)

    /// The names of all formats in a sentence: `JPEG, PNG or GIF`.
    public static let names: String = {
        let names = descriptions.map(\.name)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }()

    /// Returns the description of the format of a type; nil if the type is not handled.
    public static func description(of type: ImageType) -> FormatDescription? {
        descriptions.first { $0.type == type }
    }

    /// Returns the type of a file from its first bytes, whether it is handled or not.
    ///
    /// - Parameter prefix: the file's first ``ImageType/magicLength`` bytes, or the whole file.
    public static func identify(_ prefix: [UInt8]) -> ImageType {
        descriptions.first { $0.signatures.contains { $0.matches(prefix) } }?.type ?? ImageType.identify(prefix)
    }

    /// Returns the type of a named file.
    ///
    /// Raw files of some cameras are TIFF by their content, with a preview as the first picture. Their name tells.
    ///
    /// - Parameters:
    ///   - prefix: the file's first ``ImageType/magicLength`` bytes, or the whole file.
    ///   - name: the file's name.
    package static func identify(_ prefix: [UInt8], name: [UInt8]) -> ImageType {
        let tiff = TIFFFormat().description
        let type = identify(prefix)
        guard type == tiff.type, let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return type }
        let suffix = String(decoding: name[(dot + 1)...], as: UTF8.self)
        // Some raw files are called `.tif`, as all other TIFF files are.
        return tiff.accepts(filenameExtension: suffix) ? type : RawFormat.type(filenameExtension: suffix) ?? type
    }

    /// Returns the format of a type; nil if the type is not handled.
    package static func format(_ type: ImageType) -> (any PictureFormat)? {
        all.first { $0.description.type == type }
    }

    /// Returns the format of a whole file; nil if it is not handled.
    package static func format(of bytes: [UInt8]) -> (any PictureFormat)? {
        let type = identify(bytes)
        return format(type)
            ?? (type == .unknown ? all.first { $0.admits(unidentified: bytes) } : nil)
    }
}
