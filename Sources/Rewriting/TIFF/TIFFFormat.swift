internal import UprightBase
package import UprightCodecs
package import UprightFormats

/// TIFF (TIFF 6.0), with offsets of 32 bits and of 64 (BigTIFF). Each page is turned by its own orientation, and keeps its
/// compression.
package struct TIFFFormat: PictureFormat {
    // The raw formats that are built on TIFF begin with the same bytes; the tags say which one it is (`ImageType.identify`).
    package let description = FormatDescription(
        type: ImageType(rawValue: "public.tiff"), name: "TIFF", filenameExtensions: ["tif", "tiff"],
        mimeTypes: ["image/tiff"], signatures: [], animates: false, holdsIPTC: true)

    package init() {}

    package func document(of bytes: [UInt8]) throws(FormatError) -> TIFFDocument {
        try TIFFDocument(of: try TIFFFile(parsing: bytes), in: bytes)
    }

    package func properties(of bytes: [UInt8]) throws(ImagePropertiesError) -> ContainerProperties {
        let document = try document(reading: bytes)
        guard let picture = document.pictures.first else { throw .structure("expected a picture, found none") }
        let metadata = TIFFMetadata(of: 0, document.file, in: bytes)
        // Offsets of a maker note count from the file's start. Without one, a block of the first page is enough.
        let hasNote = document.file.children(of: 0).contains { $0.entry(.makerNote) != nil }
        let isWhole = hasNote && !document.file.isBig && document.file.directories.count <= TIFFBlock.directoryLimit
        var properties = ContainerProperties(
            picture: .init(
                size: picture.size, depth: picture.depths.max() ?? 1, colorModel: Self.model(picture.photometric),
                hasAlpha: picture.hasAlpha),
            metadata: EmbeddedMetadata(
                exif: isWhole ? bytes : metadata.block(isWhole: true), xmp: metadata.value(.xmlPacket),
                icc: metadata.value(.interColorProfile), photoshop: metadata.value(.imageResources),
                iptc: metadata.iptc),
            warnings: document.damage)
        if picture.photometric == 3 { properties.dictionaries["IsIndexed"] = true }
        if document.pageCount > 1 { properties.dictionaries["PageCount"] = .integer(document.pageCount) }
        return properties
    }

    private static func model(_ photometric: Int) -> String {
        switch photometric {
        case 0, 1, 4: "Gray"
        case 5: "CMYK"
        case 8, 9, 10: "Lab"
        default: "RGB"
        }
    }

    package func smallPicture(
        of bytes: [UInt8], edge: Int, maximumPixels: Int
    ) throws(CodecError) -> SmallPicture {
        let document: TIFFDocument
        do throws(ImagePropertiesError) { document = try self.document(reading: bytes) } catch {
            throw CodecError(.undecodable, error.description)
        }
        guard let picture = document.pictures.first, let layout = picture.layout,
            picture.size.width.multipliedSaturated(by: picture.size.height) <= maximumPixels
        else { throw CodecError(.unsupported, "its samples are not decoded, or too many") }
        if layout.isJPEG {
            guard let jpeg = try picture.jpeg(in: bytes, limit: 2 * bytes.count + 65_536) else {
                throw CodecError(.unsupported, "its JPEG streams are in planes")
            }
            return try SmallPicture(jpeg: jpeg, edge: edge, maximumPixels: maximumPixels)
        }
        let directory = document.file.directories[picture.directory]
        let colors = directory.entry(.colorMap).flatMap { document.file.integers($0, in: bytes) }
        let rgb: [UInt8]?
        do throws(CodecError) {
            rgb = try picture.decoded(layout, in: bytes).raster.rgb(photometric: picture.photometric, colors: colors)
        } catch {
            throw CodecError(.undecodable, error.description)
        }
        guard let rgb else {
            throw CodecError(.unsupported, "its samples are not those of grey, colour or a palette")
        }
        return try SmallPicture(rgb: rgb, size: picture.size, edge: edge)
    }
}
