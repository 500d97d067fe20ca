package import UprightFormats
internal import UprightBase

/// A format of the HEIF family (ISO/IEC 23008-12): HEIC, AVIF and others, which differ in their codec alone.
///
/// Pictures are turned by item properties, metadata is read and edited, and no picture is decoded.
package struct HEIFFormat: PictureFormat {
    package let description: FormatDescription

    private init(_ type: String, _ name: String, _ extensions: [String], _ mimeTypes: [String], animates: Bool = false)
    {
        // The brands in `ftyp` say which one it is (`ImageType.identify`).
        description = FormatDescription(
            type: ImageType(rawValue: type), name: name, filenameExtensions: extensions, mimeTypes: mimeTypes,
            signatures: [], animates: animates)
    }

    /// The formats, by the types that ImageIO has for them.
    package static let all = [
        HEIFFormat("public.heic", "HEIC", ["heic", "heif", "hif"], ["image/heic"]),
        HEIFFormat("public.avif", "AVIF", ["avif", "avifs"], ["image/avif"], animates: true),
        HEIFFormat("public.heif", "HEIF", ["heif", "heic", "hif"], ["image/heif"]),
        HEIFFormat(
            "public.heics", "HEIC sequence", ["heics", "heic", "heifs", "hif"], ["image/heic-sequence"], animates: true),
        HEIFFormat("public.heifs", "HEIF sequence", ["heifs", "heif", "hif"], ["image/heif-sequence"], animates: true),
        HEIFFormat("public.avci", "AVCI", ["avci", "heif", "hif"], ["image/avci"]),
    ]

    package func document(of bytes: [UInt8]) throws(FormatError) -> HEIFDocument {
        HEIFDocument(of: try HEIFFile(parsing: bytes), in: bytes, type: description.type)
    }

    package func properties(of bytes: [UInt8]) throws(ImagePropertiesError) -> ContainerProperties {
        let document = try document(reading: bytes)
        var properties = ContainerProperties(metadata: document.metadata, warnings: document.warnings)
        let size = document.size
        if size.width > 0, size.height > 0 {
            let depths = document.depths
            properties.picture = .init(
                size: size, depth: depths.max() ?? 8, colorModel: depths.count == 1 ? "Gray" : "RGB",
                hasAlpha: document.hasAlpha)
        } else {
            properties.pictureError = .structure("no ispe property and no track gives the size of the picture")
        }
        properties.dictionaries["{HEIF}"] = .dictionary(document.description)
        return properties
    }
}
